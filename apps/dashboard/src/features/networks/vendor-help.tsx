import type { ReactNode } from 'react';

interface InstructionsProps {
  steps: readonly string[];
  /** Where they are done. */
  link: ReactNode;
}

/** What to do at the network, in its own words. */
export function Instructions({ steps, link }: InstructionsProps) {
  return (
    <div className="grid gap-2 text-[13px]">
      <p>{link}</p>
      <ol className="num grid list-decimal gap-1 pl-5 text-text-2 marker:text-text-3">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}
