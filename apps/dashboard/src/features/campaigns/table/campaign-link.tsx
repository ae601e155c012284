import { createContext, type MouseEvent, use } from 'react';
import { ROW_LINK } from '../../../ui/row-link.ts';
import { nameStyle } from './table-layout.ts';

interface Way {
  href: (campaignId: string) => string;
  go: (campaignId: string) => void;
}

/** Where the names of campaigns lead: worked out once for a table, not for each of its lines. */
export const CampaignWay = createContext<Way | null>(null);

/** A link as the router's own: with a modifier key the browser opens it as it likes. */
export function CampaignLink({ id, name }: { id: string; name: string }) {
  const way = use(CampaignWay);
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    way?.go(id);
  };
  return (
    <a
      {...ROW_LINK}
      href={way?.href(id)}
      title={name}
      onClick={follow}
      className={`${nameStyle} font-medium hover:underline focus-visible:-outline-offset-2`}
    >
      {name}
    </a>
  );
}
