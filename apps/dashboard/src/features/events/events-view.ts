/** What the screen shows of events, as the address says. */
export interface EventsView {
  tab: 'volume' | 'funnel';
  search: string;
  /** Distinct installs are counted from raw rows, so only when somebody asks. */
  distinct: boolean;
  /** The event that is looked into, and by which of its properties. */
  event: string | null;
  property: string | null;
}

const LONGEST_EVENT = 128;
const LONGEST_PROPERTY = 200;

/** A number or a word such as "true" in the address is not text to the router. */
function text(value: unknown, most: number): string | null {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return null;
  const words = String(value);
  return words !== '' && words.length <= most ? words : null;
}

/** Whatever makes no sense in an address is not there. */
export function readEventsView(search: Record<string, unknown>): EventsView {
  const event = text(search.event, LONGEST_EVENT);
  return {
    tab: search.tab === 'funnel' ? 'funnel' : 'volume',
    search: text(search.q, LONGEST_EVENT) ?? '',
    distinct: search.distinct === true || search.distinct === 1,
    event,
    property: event === null ? null : text(search.property, LONGEST_PROPERTY),
  };
}

/** As it stands in the address, where the usual is left out. */
export function writeEventsView({ tab, search, distinct, event, property }: EventsView) {
  return {
    tab: tab === 'funnel' ? tab : undefined,
    q: search || undefined,
    distinct: distinct || undefined,
    event: event ?? undefined,
    property: property ?? undefined,
  };
}
