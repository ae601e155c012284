import { type BenchProject, HISTORY_DAYS } from './bench-project.ts';

const DAY_MS = 86_400_000;
const COUNTRIES = [
  ...Array.from({ length: 14 }, () => 'IN'),
  ...['US', 'GB', 'DE', 'BR', 'ID', 'AE'],
] as const;
const EVENTS = ['view_item', 'search', 'add_to_cart', 'share', 'checkout'] as const;
/** Of every twenty rows of an install; the rest are events of the list above. */
const OPENS = 4;

interface Table {
  table: string;
  columns: string;
  lines: string[];
}
export type Tables = Record<'clicks' | 'installs' | 'decisions' | 'events' | 'firsts', Table>;

const COLUMNS = {
  clicks: `project_id, id, clicked_at, link_id, campaign_id, network, platform, country, device_key, outcome`,
  installs: `project_id, install_id, platform, country, kind, first_seen_at, installed_at, user_id, revision,
    campaign_id, link_id, network, match_type, updated_at`,
  decisions: `project_id, install_id, revision, kind, because, in_force_from, decided_at, campaign_id, link_id,
    network, match_type, rule_version, verdict, receipt`,
  events: `project_id, id, occurred_at, received_at, install_id, kind, name, user_id, platform, country, campaign_id,
    link_id, network, amount, currency, data`,
  firsts: 'project_id, subject, name, event_id, first_at',
};

/** Numbers that are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 4) / 2 ** 28;
  };
}

function idAt(ms: number, number: number, kind: number): string {
  const time = ms.toString(16).padStart(12, '0');
  const rest = number.toString(16).padStart(14, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${kind}00-8${rest.slice(0, 3)}-0${rest.slice(3)}`;
}

/** The first campaigns are large, the last ones small, and none is without installs. */
function pickCampaign(count: number, random: number): number {
  return Math.min(count - 1, Math.floor(count * random ** 2.2));
}

interface Making {
  project: BenchProject;
  random: () => number;
  start: number;
  now: number;
}

const time = (ms: number) => new Date(ms).toISOString();

function writeInstall(making: Making, tables: Tables, number: number): void {
  const { random, start, now } = making;
  const { projectId, campaigns } = making.project;
  const isOrganic = number % 4 === 0;
  // Every campaign gets its turn, so that each has something on most days; the rest goes by size.
  const at =
    number % 3 === 0 ? Math.floor(number / 3) % campaigns.length : pickCampaign(campaigns.length, random());
  const campaign = campaigns[at] ?? { id: '', linkId: '', network: '' };
  const credit = isOrganic
    ? '00000000-0000-0000-0000-000000000000\t00000000-0000-0000-0000-000000000000\tORGANIC'
    : `${campaign.id}\t${campaign.linkId}\t${campaign.network}`;
  const country = COUNTRIES[Math.floor(random() * COUNTRIES.length)] ?? 'IN';
  const platform = random() < 0.7 ? 'android' : 'ios';
  const installed = Math.floor(start + random() * (now - start - 60_000));
  const install = `b${number.toString(36)}`;
  const user = `u${number.toString(36)}`;
  for (let click = 0; click < 3; click += 1) {
    const clicked = Math.max(start, installed - Math.floor(random() * DAY_MS));
    const id = idAt(clicked, number * 3 + click, 1);
    tables.clicks.lines.push(
      `${projectId}\t${id}\t${time(clicked)}\t${campaign.linkId}\t${campaign.id}\t${campaign.network}\t${platform}\t${country}\t${id}\tandroid_store\n`,
    );
  }
  const match = isOrganic ? 'organic' : 'click_id';
  tables.installs.lines.push(
    `${projectId}\t${install}\t${platform}\t${country}\tinstall\t${time(installed)}\t${time(installed)}\t${user}\t1\t${credit}\t${match}\t${time(installed)}\n`,
  );
  tables.decisions.lines.push(
    `${projectId}\t${install}\t1\tinstall\timport\t${time(installed)}\t${time(installed)}\t${credit}\t${match}\t1\tclean\t{}\n`,
  );
  writeEvents(making, tables, {
    number,
    install,
    user,
    installed,
    dimensions: `${platform}\t${country}\t${credit}`,
  });
}

function writeEvents(
  making: Making,
  tables: Tables,
  of: { number: number; install: string; user: string; installed: number; dimensions: string },
): void {
  const { random, now } = making;
  const { projectId } = making.project;
  const seen = new Set<string>();
  const life = now - of.installed;
  const times = Array.from({ length: 20 }, () => Math.floor(of.installed + random() ** 3 * life)).sort(
    (a, b) => a - b,
  );
  times[0] = of.installed;
  for (const [n, at] of times.entries()) {
    const [kind, name, money] = eventOf(n, of.number, random);
    const id = idAt(at, of.number * 20 + n, 2);
    tables.events.lines.push(
      `${projectId}\t${id}\t${time(at)}\t${time(at)}\t${of.install}\t${kind}\t${name}\t${of.user}\t${of.dimensions}\t${money}\t\\N\n`,
    );
    if (kind === 'open' || seen.has(name)) continue;
    seen.add(name);
    tables.firsts.lines.push(`${projectId}\ti:${of.install}\t${name}\t${id}\t${time(at)}\n`);
    if (kind === 'signup')
      tables.firsts.lines.push(`${projectId}\tu:${of.user}\t${name}\t${id}\t${time(at)}\n`);
  }
}

function eventOf(n: number, number: number, random: () => number): [string, string, string] {
  if (n % (20 / OPENS) === 0) return ['open', '$open', '\\N\t\\N'];
  if (n === 1 && number % 2 === 0) return ['signup', '$signup', '\\N\t\\N'];
  if (n === 8 && number % 5 === 0) {
    return ['payment', '$payment', `${100 + (number % 900)}.50\t${number % 20 === 0 ? 'USD' : 'INR'}`];
  }
  return ['event', EVENTS[Math.floor(random() * EVENTS.length)] ?? 'search', '\\N\t\\N'];
}

/** Makes the rows of installs one after the other; each of them has twenty events over its life. */
export function createWriter(project: BenchProject, now: number) {
  const making = { project, random: createRandom(20261115), start: now - HISTORY_DAYS * DAY_MS, now };
  return {
    write(from: number, count: number): Tables {
      const table = (name: keyof typeof COLUMNS): Table => ({
        table: name === 'firsts' ? 'event_firsts' : name,
        columns: COLUMNS[name],
        lines: [],
      });
      const tables: Tables = {
        clicks: table('clicks'),
        installs: table('installs'),
        decisions: table('decisions'),
        events: table('events'),
        firsts: table('firsts'),
      };
      for (let number = from; number < from + count; number += 1) writeInstall(making, tables, number);
      return tables;
    },
  };
}
