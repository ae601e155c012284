import type { DecisionRow, EventRow, InstallRow, Raw } from './raw.ts';
import { dateIn, daysFrom, startIn, timeIn } from './zone.ts';

/** Written out here: truth shares nothing with what it checks. */
const OTHER_NAME = '(other)';
const NO_ID = '00000000-0000-0000-0000-000000000000';
const DAY_MS = 86_400_000;

/** The dimensions that something is counted under. */
export interface Dimensions {
  campaign: string;
  link: string;
  network: string;
  country: string;
  platform: string;
}

/** One thing that is counted once. */
export interface Fact {
  what: string;
  date: string;
  /** The time of day; the first one, of what counts once a day. */
  time: string;
  dimensions: Dimensions;
  install: string;
  name: string;
  amount: string;
  currency: string;
  /** The local day of the install, and which day after it this is. */
  cohort: string | null;
  day: number;
}

const nowhere = { install: '', name: '', amount: '0', currency: '', cohort: null, day: 0 };

type Dims = Pick<DecisionRow, 'campaign_id' | 'link_id' | 'network'>;
const dimensionsOf = (dims: Dims, at: { country: string; platform: string }): Dimensions => ({
  campaign: dims.campaign_id,
  link: dims.link_id,
  network: dims.network,
  country: at.country,
  platform: at.platform,
});
const ORGANIC: Dims = { campaign_id: NO_ID, link_id: NO_ID, network: 'ORGANIC' };

/** An install with all that was decided about it. */
class Life {
  readonly first: DecisionRow | undefined;
  readonly moves: DecisionRow[];
  constructor(
    readonly row: InstallRow,
    readonly decisions: DecisionRow[],
    readonly raw: Raw,
  ) {
    const firsts = decisions.filter(({ kind }) => kind === 'install' || kind === 'reinstall');
    this.first = firsts.sort((one, other) => other.revision - one.revision)[0];
    this.moves = decisions
      .filter(({ kind }) => kind === 'reattribution')
      .sort((one, other) => other.in_force_from.getTime() - one.in_force_from.getTime());
  }
  get cohort(): string | null {
    return this.row.installed_at && dateIn(this.raw.zone, this.row.installed_at);
  }
  dimensionsAt(ms: number): Dimensions {
    const moved = this.moves.find((move) => move.in_force_from.getTime() <= ms);
    return dimensionsOf(moved ?? this.first ?? ORGANIC, this.row);
  }
  /** The day after the install by the calendar, as money counts. */
  dayOf(at: Date): number {
    return this.cohort === null ? 0 : Math.max(0, daysFrom(this.cohort, dateIn(this.raw.zone, at)));
  }
  /** As activity counts: by the calendar, or every 24 hours. */
  activeDayOf(at: Date): number {
    if (!this.raw.is24h || !this.row.installed_at) return this.dayOf(at);
    return Math.max(0, Math.floor((at.getTime() - this.row.installed_at.getTime()) / DAY_MS));
  }
}

function touchFacts(raw: Raw): Fact[] {
  const facts: Fact[] = [];
  const pairs = new Map<string, { id: string; fact: Fact }>();
  for (const row of raw.clicks) {
    const date = dateIn(raw.zone, row.clicked_at);
    const time = timeIn(raw.zone, row.clicked_at);
    const fact = { ...nowhere, what: 'clicks', date, time, dimensions: dimensionsOf(row, row) };
    facts.push(fact);
    const key = `${date} ${row.link_id} ${row.device_key}`;
    const known = pairs.get(key);
    if (!known || row.id < known.id) pairs.set(key, { id: row.id, fact: { ...fact, what: 'unique_clicks' } });
  }
  for (const row of raw.impressions) {
    facts.push({
      ...nowhere,
      what: 'impressions',
      date: dateIn(raw.zone, row.viewed_at),
      time: timeIn(raw.zone, row.viewed_at),
      dimensions: dimensionsOf(row, row),
    });
  }
  return [...facts, ...[...pairs.values()].map(({ fact }) => fact)];
}

function decisionFacts(raw: Raw, life: Life): Fact[] {
  const { row, first, cohort, decisions } = life;
  const facts: Fact[] = [];
  if (first && cohort && row.installed_at) {
    const fact = {
      ...nowhere,
      date: cohort,
      time: timeIn(raw.zone, row.installed_at),
      dimensions: dimensionsOf(first, row),
      install: row.install_id,
      cohort,
    };
    facts.push({ ...fact, what: `${first.kind}s` });
    if (first.verdict !== 'clean') facts.push({ ...fact, what: 'suspicious_installs' });
  }
  for (const one of decisions) {
    if (one.kind !== 'reengagement' && one.kind !== 'reattribution') continue;
    const date = dateIn(raw.zone, one.in_force_from);
    facts.push({
      ...nowhere,
      what: `${one.kind}s`,
      date,
      time: timeIn(raw.zone, one.in_force_from),
      dimensions: dimensionsOf(one, row),
      install: row.install_id,
    });
  }
  return facts;
}

const isBefore = (one: EventRow, other: EventRow) =>
  one.occurred_at < other.occurred_at ||
  (one.occurred_at.getTime() === other.occurred_at.getTime() && one.received_at < other.received_at);

/** The earliest event of each key. */
function firstsOf(events: EventRow[], keyOf: (event: EventRow) => string | null): Set<EventRow> {
  const firsts = new Map<string, EventRow>();
  for (const event of events) {
    const key = keyOf(event);
    if (key === null) continue;
    const known = firsts.get(key);
    if (!known || isBefore(event, known)) firsts.set(key, event);
  }
  return new Set(firsts.values());
}

function eventFacts(raw: Raw, lives: Map<string, Life>): Fact[] {
  const counted = raw.events
    .filter(({ kind }) => kind !== 'open' && VISIT_FACTS[kind] === undefined)
    .map((event) => ({ ...event, name: event.is_other ? OTHER_NAME : event.name }));
  const firsts = firstsOf(counted, ({ install_id, name }) => `${install_id} ${name}`);
  const signups = firstsOf(counted, ({ kind, user_id }) => (kind === 'signup' ? user_id : null));
  return counted.flatMap((event) => {
    const life = lives.get(event.install_id);
    if (!life) throw new Error('An event has no install.');
    const at = event.occurred_at;
    const fact: Fact = {
      what: 'events',
      date: dateIn(raw.zone, at),
      time: timeIn(raw.zone, at),
      dimensions: life.dimensionsAt(at.getTime()),
      name: event.name,
      install: event.install_id,
      amount: '0',
      currency: '',
      cohort: life.cohort,
      day: life.dayOf(at),
    };
    const facts = [fact];
    if (firsts.has(event)) facts.push({ ...fact, what: 'first_events' });
    if (signups.has(event)) facts.push({ ...fact, what: 'signups', name: '' });
    if (event.kind === 'payment' || event.kind === 'refund') {
      const money = { amount: event.amount ?? '0', currency: event.currency ?? '' };
      facts.push({ ...fact, what: `${event.kind}s`, name: '', ...money });
    }
    return facts;
  });
}

const VISIT_FACTS: Record<string, string> = {
  session_start: 'visits',
  page_view: 'page_views',
  screen_view: 'screen_views',
};

/** Visits, pages and screens; a visit with a single page counts once more. */
function visitFacts(raw: Raw, lives: Map<string, Life>): Fact[] {
  const visitOf = ({ install_id, session_id }: EventRow) => `${install_id} ${session_id}`;
  const pages = new Map<string, number>();
  for (const event of raw.events.filter(({ kind }) => kind === 'page_view')) {
    pages.set(visitOf(event), (pages.get(visitOf(event)) ?? 0) + 1);
  }
  return raw.events.flatMap((event) => {
    const [what, life] = [VISIT_FACTS[event.kind], lives.get(event.install_id)];
    if (what === undefined || !life) return [];
    const at = event.occurred_at;
    const dimensions = life.dimensionsAt(at.getTime());
    const own = { install: event.install_id, cohort: life.cohort, day: life.dayOf(at) };
    const when = { date: dateIn(raw.zone, at), time: timeIn(raw.zone, at) };
    const fact = { ...nowhere, what, ...when, dimensions, ...own };
    const isBounced = what === 'visits' && pages.get(visitOf(event)) === 1;
    return isBounced ? [fact, { ...fact, what: 'bounced_visits' }] : [fact];
  });
}

/** A refund is nothing that the person does. */
const isActivity = ({ kind }: EventRow) => kind !== 'refund';

/** Days, or 24 hours, on which an install did anything: each once, for the campaign that was credited when it began. */
function activeFacts(raw: Raw, lives: Map<string, Life>): Fact[] {
  const facts = new Map<string, Fact>();
  for (const { install_id: install, occurred_at: at } of raw.events.filter(isActivity)) {
    const life = lives.get(install);
    if (!life) continue;
    const date = dateIn(raw.zone, at);
    const { cohort } = life;
    const dimensions = life.dimensionsAt(startIn(raw.zone, date));
    const known = facts.get(`${install} ${date}`)?.time;
    const own = timeIn(raw.zone, at);
    const time = known !== undefined && known < own ? known : own;
    const fact = { ...nowhere, what: 'active', date, time, dimensions, install, cohort, day: life.dayOf(at) };
    facts.set(`${install} ${date}`, fact);
    if (!raw.is24h || !life.row.installed_at) continue;
    const day = life.activeDayOf(at);
    const began = life.dimensionsAt(life.row.installed_at.getTime() + day * DAY_MS);
    facts.set(`${install} + ${day}`, { ...fact, what: 'active_24h', dimensions: began, day });
  }
  return [...facts.values()];
}

/** An install as it is credited now, and the days on which it was active, with the first time of each. */
export interface InstallFact {
  install: string;
  dimensions: Dimensions;
  cohort: string | null;
  dates: Map<string, string>;
  days: Set<number>;
}

export interface Facts {
  raw: Raw;
  list: Fact[];
  /** The same by what they are: looking through all of them every time takes long. */
  by: Map<string, Fact[]>;
  installs: InstallFact[];
  spend: { date: string; dimensions: Dimensions; amount: string; currency: string }[];
}

/** Everything that happened, as it is counted: once, on its local day, for the campaign that was credited then. */
export function factsOf(raw: Raw): Facts {
  const lives = new Map(
    raw.installs.map((row) => {
      const decisions = raw.decisions.filter(({ install_id }) => install_id === row.install_id);
      return [row.install_id, new Life(row, decisions, raw)];
    }),
  );
  const all = [...lives.values()];
  const list = [
    ...touchFacts(raw),
    ...all.flatMap((life) => decisionFacts(raw, life)),
    ...eventFacts(raw, lives),
    ...visitFacts(raw, lives),
    ...activeFacts(raw, lives),
  ];
  const by = new Map<string, Fact[]>();
  for (const fact of list) by.set(fact.what, [...(by.get(fact.what) ?? []), fact]);
  return {
    raw,
    list,
    by,
    installs: all.map((life) => {
      const events = raw.events.filter(
        (event) => event.install_id === life.row.install_id && isActivity(event),
      );
      return {
        install: life.row.install_id,
        dimensions: life.dimensionsAt(Number.POSITIVE_INFINITY),
        cohort: life.cohort,
        dates: new Map(
          events
            .map(({ occurred_at: at }) => [dateIn(raw.zone, at), timeIn(raw.zone, at)] as const)
            .sort(([, one], [, other]) => (one < other ? 1 : -1)),
        ),
        days: new Set(events.map(({ occurred_at }) => life.activeDayOf(occurred_at))),
      };
    }),
    spend: raw.spend.map((row) => ({
      date: row.local_date,
      amount: row.amount,
      currency: row.currency,
      dimensions: dimensionsOf(
        { ...row, network: raw.networks.get(row.campaign_id) ?? 'NONE' },
        { country: '', platform: '' },
      ),
    })),
  };
}
