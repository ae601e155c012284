import type { LiveItem } from '@trailmark/contract/live';
import { memo } from 'react';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { todayIn } from '../../report/calendar-day.ts';
import { countryWords, networkWords, platformWords } from '../../report/dimension-words.ts';
import { fullValue } from '../../report/format-value.ts';
import { PersonLink } from '../../report/person-link.tsx';
import { ROW_LINK } from '../../ui/row-link.ts';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { kindWords, viewedName } from '../../words/event-words.ts';
import { itemName } from './item-name.ts';

interface LiveTableProps {
  items: readonly LiveItem[];
  onOpen: (item: LiveItem) => void;
}

/** What came, the newest on top. */
export function LiveTable({ items, onOpen }: LiveTableProps) {
  const { timezone } = useProject();
  return (
    <Table label="Live events">
      <TableHead>
        <TableRow>
          <TableHeaderCell>Received</TableHeaderCell>
          <TableHeaderCell>Kind</TableHeaderCell>
          <TableHeaderCell>What</TableHeaderCell>
          <TableHeaderCell>Campaign</TableHeaderCell>
          <TableHeaderCell>From</TableHeaderCell>
          <TableHeaderCell>Person</TableHeaderCell>
          <TableHeaderCell numeric>Amount</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {items.map((item) => (
          <LiveRow key={item.id} item={item} timezone={timezone} onOpen={onOpen} />
        ))}
      </TableBody>
    </Table>
  );
}

const TONES: Partial<Record<LiveItem['kind'], 'good' | 'accent' | 'warn'>> = {
  install: 'accent',
  payment: 'good',
  refund: 'warn',
};

interface LiveRowProps {
  item: LiveItem;
  timezone: string;
  onOpen: (item: LiveItem) => void;
}

// A row never changes once it is there, and hundreds of them are below each new one.
const LiveRow = memo(function LiveRow({ item, timezone, onOpen }: LiveRowProps) {
  const { kind, money } = item;
  const words = useProjectWords();
  const name = itemName(item, words);
  const viewed = viewedName(kind, item.payload);
  const from = [
    item.country && countryWords(item.country),
    item.platform && platformWords(item.platform),
    item.model,
  ];
  return (
    <TableRow className="animate-row-in">
      <TableCell className="num text-text-2">
        <time dateTime={item.received_at}>{clock(item.received_at, timezone)}</time>
      </TableCell>
      <TableCell>
        <Tag tone={TONES[kind]}>{kindWords(kind, words)}</Tag>
      </TableCell>
      <TableCell className="max-w-64 min-w-48">
        <button
          {...ROW_LINK}
          type="button"
          title={viewed ?? name}
          onClick={() => onOpen(item)}
          className="-mx-1 block max-w-full truncate text-left rounded-xs px-1 font-medium decoration-dotted underline-offset-4 hover:underline"
        >
          {name}
          {viewed && <span className="font-normal text-text-2"> {viewed}</span>}
        </button>
      </TableCell>
      <TableCell className="max-w-64 truncate text-text-2">
        {item.campaign_name ?? (item.network ? networkWords(item.network) : '–')}
      </TableCell>
      <TableCell className="max-w-64 truncate text-text-2">
        {from.filter(Boolean).join(' · ') || '–'}
      </TableCell>
      <TableCell>
        <PersonLink install_id={item.install_id} user_id={item.user_id} />
      </TableCell>
      <TableCell numeric>
        {money && fullValue({ unit: 'money' }, money.amount, { currency: money.currency })}
      </TableCell>
    </TableRow>
  );
});

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time of today; on another day also which one. */
function clock(at: string, timeZone: string): string {
  const date = new Date(at);
  const isToday = todayIn(timeZone, date) === todayIn(timeZone, new Date());
  const key = `${timeZone} ${isToday}`;
  const cached = clocks.get(key);
  const made =
    cached ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      ...(isToday ? {} : { day: 'numeric', month: 'short' }),
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  clocks.set(key, made);
  return made.format(date);
}
