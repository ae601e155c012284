import type { CampaignGroup } from '@trailmark/contract/campaign-report';
import { metricOf } from '@trailmark/contract/metrics';
import type { Platform } from '@trailmark/contract/projects';

/** Names need the most room; a phone shows two metrics beside them. */
export const firstWidths =
  '[--name:260px] [--network:108px] max-sm:[--name:59cqw] max-sm:[--network:0px] group-data-[networkless]/table:[--network:0px]';

/** On a phone columns come to rest behind the name, and none is cut in two. */
export const phoneScroll =
  'max-sm:@container max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-pl-[59%] max-sm:[scrollbar-width:none]';

const MENU_WIDTH = '40px';
/** Half of what the name leaves. */
const PHONE_COLUMN = 20.5;

const LETTER = 6.2;
const BESIDE_NAME = 32;
const CHANGE = 68;
const [NARROWEST, WIDEST] = [80, 200];

/** The letters of the longer line of a name that is broken in two. */
function lineLength(name: string): number {
  const words = name.split(' ');
  const length = (from: number, to?: number) => words.slice(from, to).join(' ').length;
  return Math.min(...words.map((_, at) => Math.max(length(0, at), length(at))));
}

/** What the width of columns depends on. */
interface TableLook {
  platform: Platform;
  isCompared: boolean;
  isPhone: boolean;
}

/** As wide as the name of a column on two lines, and wide enough for any number. */
export function columnWidth(key: string, { platform, isCompared }: Omit<TableLook, 'isPhone'>): number {
  const name = metricOf(key, platform)?.label ?? key;
  const wide = Math.ceil(lineLength(name) * LETTER + BESIDE_NAME);
  return Math.min(Math.max(wide, NARROWEST + (isCompared ? CHANGE : 0)), WIDEST);
}

/** The column of a metric on its screen. */
export function columnLength(key: string, look: TableLook): string {
  if (!look.isPhone) return `${columnWidth(key, look)}px`;
  return `${PHONE_COLUMN}cqw`;
}

/** The column of menus: on a phone as wide as a metric, so that the columns before it come to rest uncut. */
export const menuLength = ({ isPhone }: TableLook) => (isPhone ? `${PHONE_COLUMN}cqw` : MENU_WIDTH);

/** As wide as the columns need; in a wider window each grows by its share. */
export function tableWidth(columns: readonly string[], look: TableLook): string {
  const lengths = [...columns.map((key) => columnLength(key, look)), menuLength(look)];
  return `calc(var(--name) + var(--network) + ${lengths.join(' + ')})`;
}

/** Cells are many: their classes are merged once, not for each. */
export const cellStyle = 'h-row border-b border-line px-2.5 whitespace-nowrap max-sm:px-1.5';

/** Whether each row has one network, which is not its name already. */
export function hasNetwork(group: CampaignGroup): boolean {
  return !['network', 'country', 'platform'].includes(group);
}

/** The network has a column of its own where rows have one and there is room for it. */
export const networkStyle = 'max-sm:hidden group-data-[networkless]/table:hidden';

/** Two lines of a name fit into the height of a line; a word that is too long is broken. */
export const nameStyle = 'line-clamp-2 min-w-0 leading-[15px] whitespace-normal [overflow-wrap:anywhere]';

/** The first column stays in sight; what scrolls below it must not show through. */
export const stickyStyle =
  'sticky left-0 z-[1] bg-panel border-r border-r-transparent group-data-[scrolled]/table:border-r-line';
