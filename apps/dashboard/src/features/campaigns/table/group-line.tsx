import { Link } from '@tanstack/react-router';
import type { GroupRow } from '@trailmark/contract/campaign-report';
import { NETWORKS } from '@trailmark/contract/campaigns';
import { PLATFORM_KEYS } from '@trailmark/contract/report-filter';
import { Ellipsis } from 'lucide-react';
import { type ComponentProps, memo, useState } from 'react';
import { useMay } from '../../../project/current-project.tsx';
import { countryWords, dimensionKey, networkWords, platformWords } from '../../../report/dimension-words.ts';
import { cn } from '../../../ui/cn.ts';
import { ROW_HANDLERS, ROW_LINK } from '../../../ui/row-link.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { LineProps } from './campaign-line.tsx';
import { CampaignLink } from './campaign-link.tsx';
import { type AdPart, PartMenu } from './part-menu.tsx';
import { filterOfGroup } from './rows-filter.ts';
import { LinksState } from './state-dot.tsx';
import { cellStyle, nameStyle, networkStyle, stickyStyle } from './table-layout.ts';
import type { TableState } from './table-state.ts';
import { TagsMark } from './tags-mark.tsx';
import { ValueCells } from './value-cell.tsx';

const GROUP_WORDS: Partial<Record<TableState['group'], (key: string) => string>> = {
  network: networkWords,
  country: countryWords,
  platform: platformWords,
};

/** Of an ad set or a creative, the network of its campaigns. */
function networkOf({ network, network_name, campaigns }: GroupRow): string {
  if (network) return network_name ?? networkWords(network);
  return campaigns !== null && campaigns > 1 ? 'Several' : '';
}

/** The filter of the address that shows the campaigns of a row; null where there is none. */
function narrowedTo(group: TableState['group'], key: string): TableAddress | null {
  const network = NETWORKS.find((one) => one === key);
  if (group === 'network') return network ? { network } : null;
  if (group === 'country') return { countries: dimensionKey(key) };
  if (group !== 'platform') return null;
  return PLATFORM_KEYS.some((one) => one === key) ? { platforms: key } : null;
}

type TableAddress = { network: string } | { countries: string } | { platforms: string };

interface GroupNameProps {
  name: string;
  narrowed: TableAddress | null;
  isTwoLines: boolean;
  isTop: boolean;
}

/** The name of a network, a country or a platform leads to its campaigns. */
function GroupName({ name, narrowed, isTwoLines, isTop }: GroupNameProps) {
  const style = cn(isTwoLines ? 'truncate' : nameStyle, isTop && 'font-medium');
  if (!narrowed) {
    return (
      <span className={style} title={name}>
        {name}
      </span>
    );
  }
  return (
    <Link
      {...ROW_LINK}
      to="/campaigns"
      search={(before) => ({ ...before, group: undefined, ...narrowed })}
      title={name}
      className={cn(style, 'hover:underline focus-visible:-outline-offset-2')}
    >
      {name}
    </Link>
  );
}

interface GroupLineProps extends LineProps {
  row: GroupRow;
  /** 1 below its campaign. */
  depth: 0 | 1;
}

export const GroupLine = memo(function GroupLine({
  row,
  depth,
  columns,
  period,
  state,
  index,
}: GroupLineProps) {
  const group = depth === 1 ? 'ad_set' : state.group;
  const name = GROUP_WORDS[group]?.(row.key) ?? (row.label || 'Not set');
  /** Below the name, since both have their words. */
  const hasCampaign = depth === 0 && row.campaign_id !== null && row.campaign_name !== null;
  const isInSeveral = row.campaigns !== null && row.campaigns > 1;
  const isTwoLines = hasCampaign || isInSeveral;
  const narrowed = depth === 0 ? narrowedTo(group, row.key) : null;
  return (
    <tr
      aria-rowindex={index}
      {...(hasCampaign || narrowed ? ROW_HANDLERS : {})}
      className={hasCampaign || narrowed ? 'cursor-pointer [&:hover>td]:bg-hover' : undefined}
    >
      <td className={cn(cellStyle, stickyStyle, depth === 1 ? 'pl-17 max-sm:pl-14' : 'pl-4 max-sm:pl-2.5')}>
        <div className="flex min-w-0 items-center gap-2">
          <div className="flex min-w-0 flex-col leading-[15px]">
            <span className="flex min-w-0 items-center gap-2">
              {row.label !== '' && <LinksState {...row} />}
              <GroupName name={name} narrowed={narrowed} isTwoLines={isTwoLines} isTop={depth === 0} />
            </span>
            {isInSeveral && <span className="text-sm text-text-3">in {row.campaigns} campaigns</span>}
            {hasCampaign && row.campaign_id && row.campaign_name && (
              <span className="flex min-w-0 text-sm text-text-3 [&_a]:line-clamp-1 [&_a]:font-normal">
                <CampaignLink id={row.campaign_id} name={row.campaign_name} />
              </span>
            )}
          </div>
          <TagsMark tags={row.tags} className="max-w-24 max-sm:hidden" />
        </div>
      </td>
      <td className={cn(cellStyle, networkStyle, 'truncate text-text-2')}>
        {depth === 0 ? networkOf(row) : ''}
      </td>
      <ValueCells
        columns={columns}
        values={row.values}
        previous={row.previous}
        period={period}
        of={name}
        {...filterOfGroup(state, group, row)}
      />
      <td className={`${cellStyle} px-1.5 text-right`}>
        {isPart(group) && row.label !== '' && <RowMenu row={row} part={group} name={name} />}
      </td>
    </tr>
  );
});

const NO_PARTS: readonly TableState['group'][] = ['campaign', 'network', 'country', 'platform'];
const isPart = (group: TableState['group']): group is AdPart => !NO_PARTS.includes(group);

/** It is rendered when it is first opened: a table has hundreds of lines. */
function RowMenu(props: ComponentProps<typeof PartMenu>) {
  const [isOpen, setOpen] = useState(false);
  const mayEdit = useMay()('campaigns.edit');
  if (!mayEdit) return null;
  if (isOpen) return <PartMenu {...props} />;
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={`More for ${props.name}`}
      onClick={() => setOpen(true)}
      className="inline-grid size-control-sm max-h-[34px] place-items-center rounded-sm text-text-2 hover:bg-press hover:text-text"
    >
      <Ellipsis aria-hidden className="size-[15px]" />
    </button>
  );
}

interface EmptyLineProps {
  columns: number;
  /** Words in place of numbers; null while these are on the way. */
  text: string | null;
}

/** A line that has no numbers yet, or never will. */
export function EmptyLine({ columns, text }: EmptyLineProps) {
  return (
    <tr aria-hidden={text === null || undefined}>
      <td className={cn(cellStyle, stickyStyle, 'pl-17 text-sm text-text-2 max-sm:pr-2 max-sm:pl-14')}>
        {text ? <span className={nameStyle}>{text}</span> : <Skeleton className="h-3 w-32" />}
      </td>
      <td className={cn(cellStyle, networkStyle)} />
      {Array.from({ length: columns }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <td key={index} className={cellStyle}>
          {text === null && <Skeleton className="ml-auto h-3 w-14" />}
        </td>
      ))}
      <td className={cellStyle} />
    </tr>
  );
}
