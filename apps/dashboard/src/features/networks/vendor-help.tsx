import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';

/** Leads to a page of a network, in another tab: what was typed here stays. */
export function VendorLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="link inline-flex items-center gap-1">
      {children}
      <ExternalLink aria-hidden className="size-3.5" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

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
