import type { ReactNode } from 'react';
import { Mark } from '../ui/mark.tsx';

interface StandalonePageProps {
  title: string;
  text: ReactNode;
  detail?: ReactNode;
  children?: ReactNode;
}

/** A whole page that says one thing. */
export function StandalonePage({ title, text, detail, children }: StandalonePageProps) {
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-2 px-6 py-12 text-center">
      <Mark className="mb-4 size-9" />
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="max-w-[46ch] text-pretty text-text-2">{text}</p>
      {detail && <p className="mono break-all text-text-3">{detail}</p>}
      {children && <div className="mt-4 flex flex-wrap justify-center gap-2">{children}</div>}
    </main>
  );
}
