import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';

/** Leads out of the dashboard, in another tab: what was typed here stays. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="link inline-flex items-center gap-1">
      {children}
      <ExternalLink aria-hidden className="size-3.5" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
