import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';

interface BackLinkProps {
  to: LinkProps['to'];
  /** Where it leads, such as "All campaigns". */
  children: string;
}

/** Above the title of one thing: back to the list that it is in. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Link to={to} className="flex w-fit items-center gap-1.5 text-sm text-text-2 hover:text-text">
      <ArrowLeft aria-hidden className="size-3.5" />
      {children}
    </Link>
  );
}
