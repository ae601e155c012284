import type { Campaign } from '@trailmark/contract/campaigns';
import { useState } from 'react';
import { CampaignMenu } from '../campaign-menu.tsx';

/** The menu of a line. Its parts are made when somebody reaches for it: a table has hundreds of lines. */
export function RowMenu({ campaign }: { campaign: Campaign }) {
  const [wanted, setWanted] = useState(false);
  if (wanted) return <CampaignMenu campaign={campaign} startsOpen />;
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={`More for ${campaign.name}`}
      onClick={() => setWanted(true)}
      className="inline-grid size-control-sm max-h-[34px] place-items-center rounded-sm text-text-2 hover:bg-press hover:text-text"
    >
      <svg aria-hidden viewBox="0 0 24 24" className="size-[15px] fill-current">
        <circle cx="5" cy="12" r="1.6" />
        <circle cx="12" cy="12" r="1.6" />
        <circle cx="19" cy="12" r="1.6" />
      </svg>
    </button>
  );
}
