import type { CampaignRow, LateInstalls } from '@trailmark/contract/campaign-report';
import type { Campaign } from '@trailmark/contract/campaigns';
import { type MouseEvent, memo, useState } from 'react';
import { useProjectWords } from '../../../project/project-words.ts';
import { ROW_HANDLERS } from '../../../ui/row-link.ts';
import { networkName } from '../../../words/network-name.ts';
import { CampaignMenu } from '../campaign-menu.tsx';
import { campaignState } from '../campaign-state.ts';
import { CampaignLink } from './campaign-link.tsx';
import { filterOfCampaign } from './rows-filter.ts';
import { StateDot } from './state-dot.tsx';
import { cellStyle, networkStyle, stickyStyle } from './table-layout.ts';
import type { TableState } from './table-state.ts';
import { TagsMark } from './tags-mark.tsx';
import { ValueCells } from './value-cell.tsx';

const checkStyle = [
  'relative size-4 shrink-0 appearance-none rounded-xs border border-line-control bg-raised hover:border-text-2',
  'checked:border-accent checked:bg-accent after:absolute after:-inset-1.5 pointer-coarse:after:-inset-2.5',
  'checked:before:absolute checked:before:top-px checked:before:left-[4.5px] checked:before:h-[9px] checked:before:w-[5px]',
  'checked:before:rotate-45 checked:before:border-r-2 checked:before:border-b-2 checked:before:border-accent-ink',
].join(' ');

export interface LineProps {
  columns: readonly string[];
  period: string | null;
  state: TableState;
  /** Its place among all rows, for screen readers. */
  index: number;
}

interface CampaignLineProps extends LineProps {
  campaign: CampaignRow;
  /** Null where nothing can be selected. */
  selected: boolean | null;
  open: boolean;
  onSelect: (id: string, selected: boolean, toHere: boolean) => void;
  onToggle: (id: string) => void;
}

/**
 * Drawn again only when something of its own changes: scrolling draws only what comes into sight. And drawn with
 * plain elements where it can be, since that is what decides how smoothly ten thousand lines go by.
 */
export const CampaignLine = memo(function CampaignLine(props: CampaignLineProps) {
  const { campaign, columns, period, state, index, selected, open, onSelect, onToggle } = props;
  const { campaign_id, name, values, previous, tags } = campaign;
  return (
    <tr
      aria-rowindex={index}
      data-selected={selected || undefined}
      {...ROW_HANDLERS}
      className="cursor-pointer [&:hover>td]:bg-hover [&[data-selected]>td]:bg-[color-mix(in_srgb,var(--accent)_9%,var(--panel))]"
    >
      <td className={`${cellStyle} ${stickyStyle} pl-4 max-sm:pr-1 max-sm:pl-2.5`}>
        <div className="flex min-w-0 items-center gap-2 max-sm:gap-1.5">
          {selected !== null && (
            <input
              type="checkbox"
              aria-label={`Select ${name}`}
              checked={selected}
              onChange={ignore}
              onClick={(event: MouseEvent) => onSelect(campaign_id, !selected, event.shiftKey)}
              className={checkStyle}
            />
          )}
          <button
            type="button"
            aria-expanded={open}
            aria-label={`Ad sets of ${name}`}
            onClick={() => onToggle(campaign_id)}
            className="grid size-5 shrink-0 place-items-center rounded-xs text-text-3 hover:bg-press hover:text-text aria-expanded:rotate-90"
          >
            <svg aria-hidden viewBox="0 0 24 24" className="size-3.5 fill-none stroke-current stroke-2">
              <path d="m9 18 6-6-6-6" />
            </svg>
          </button>
          <StateDot state={campaignState(campaign, new Date())} />
          <CampaignLink id={campaign_id} name={name} />
          {campaign.late_installs && <LateFlag {...campaign.late_installs} />}
          <TagsMark tags={tags} className="hidden max-w-28 min-[1680px]:block" />
        </div>
      </td>
      <td className={`${cellStyle} ${networkStyle} truncate text-text-2`}>
        {campaign.network === 'NONE' ? '–' : networkName(campaign)}
      </td>
      <ValueCells
        columns={columns}
        values={values}
        previous={previous}
        period={period}
        of={name}
        {...filterOfCampaign(state, campaign_id)}
      />
      <td className={`${cellStyle} px-1.5 text-right`}>
        <RowMenu campaign={campaign} />
      </td>
    </tr>
  );
});

/** Says that the time from click to install is not that of people. */
function LateFlag({ installs, late }: LateInstalls) {
  const { newInstalls, arrival } = useProjectWords();
  const share = Math.round((100 * late) / installs);
  const reason = `Implausible time from click to ${arrival}: of ${installs} ${newInstalls} in the last 30 days, ${share}% came 2 to 24 hours after the click (CTIT). Click flooding looks like this.`;
  return (
    <span role="img" aria-label={reason} title={reason} className="shrink-0 text-warn">
      ⚑
    </span>
  );
}

/** The click says it all, with the shift key: a change alone does not know of it. */
function ignore(): void {}

/** The menu of a line. It is rendered when it is first opened: a table has hundreds of lines. */
function RowMenu({ campaign }: { campaign: Campaign }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <CampaignMenu campaign={campaign} startsOpen />;
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={`More for ${campaign.name}`}
      onClick={() => setOpen(true)}
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
