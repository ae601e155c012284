import type { Check } from './check-numbers.ts';
import type { Measurement, Round } from './measure.ts';

export interface Phase {
  name: string;
  stored: { clicks: number; installs: number; events: number };
  measured: Measurement[];
  memory: { serverMb: number | null; postgresMb: number | null };
  check: Check;
}

/** Ten times the data may cost so much. */
const MOST_GROWTH = 1.15;
const BUSY_CLIENT = 0.9;

const number = (value: number) => Math.round(value).toLocaleString('en');
const percent = (value: number) => `${Math.round(value * 100)} %`;

function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

const verdict = (isMet: boolean) => (isMet ? 'MET' : 'MISSED');

/** CPU of node and PostgreSQL for one, against its goal; null where there is none, or nothing was measured. */
function cpuGoalOf({ part, product }: Measurement): { us: number; goalUs: number; isMet: boolean } | null {
  const { serverUs, postgresUs } = product;
  if (part.goalUs === null || serverUs === null || postgresUs === null) return null;
  const us = serverUs + postgresUs;
  return { us, goalUs: part.goalUs, isMet: us <= part.goalUs };
}

/** Each goal and whether it is met. */
function goalsOf(one: Measurement): string {
  const { part, share } = one;
  const cpu = cpuGoalOf(one);
  const ofShare = `${percent(share)} of the limit, goal ${percent(part.goal)}: ${verdict(share >= part.goal)}`;
  return cpu
    ? `${ofShare}; ${number(cpu.us)} µs of CPU, goal ${cpu.goalUs} µs: ${verdict(cpu.isMet)}`
    : ofShare;
}

const orDash = (value: number | null, text: (value: number) => string) =>
  value === null ? '–' : text(value);

/** One line of the table while the run goes on. */
export function lineOf(one: Measurement): string {
  const { part, product, limit } = one;
  const cost = [
    `node ${orDash(product.serverUs, number)} µs`,
    `PostgreSQL ${orDash(product.postgresUs, number)} µs`,
    `client ${number(product.clientUs)} µs`,
    `WAL ${orDash(product.walBytes, number)} bytes`,
    `idle ${orDash(product.idle, percent)}`,
  ].join(', ');
  const bare = 'serverUs' in limit ? `; the limit: node ${orDash(limit.serverUs, number)} µs` : '';
  return `${part.title}: ${number(product.perSecond)}/s with ${product.foldSeconds} s of folding afterwards, ${goalsOf(one)}; ${cost}${bare}`;
}

const HEAD = ['', 'product/s', 'limit/s', 'share', 'goal', 'met', 'p50 ms', 'p99 ms'];
const COSTS = ['node µs', 'pg µs', 'client µs', 'WAL bytes', 'idle'];

function phaseTable({ measured }: Phase): string {
  const rows = measured.map(({ part, product, limit, share }) => [
    part.title,
    number(product.perSecond),
    number(limit.perSecond),
    percent(share),
    percent(part.goal),
    verdict(share >= part.goal),
    product.p50Ms.toFixed(1),
    product.p99Ms.toFixed(1),
    orDash(product.serverUs, number),
    orDash(product.postgresUs, number),
    number(product.clientUs),
    orDash(product.walBytes, number),
    orDash(product.idle, percent),
  ]);
  return table([[...HEAD, ...COSTS], ...rows]);
}

/** Where the time of one request goes, from the CPU that was used. */
function explain({ part, product, limit, share, shares }: Measurement): string {
  const { serverUs: node, postgresUs: postgres, clientUs: client, idle } = product;
  const per = part.size > 1 ? 'event' : 'request';
  const rounds = shares.map(percent).join(', ');
  const begin = `${part.title}: ${percent(share)} of ${part.limitTitle} (rounds: ${rounds}), goal ${percent(part.goal)}. Besides what the limit does, ${part.extraWork}.`;
  if (node === null || postgres === null) return begin;
  const bare =
    'serverUs' in limit && limit.serverUs !== null ? ` (the limit: ${number(limit.serverUs)} µs)` : '';
  return `${begin} One ${per} costs ${number(node)} µs of node${bare}, ${number(postgres)} µs of PostgreSQL with folding, and ${number(client)} µs of the client; ${orDash(idle, percent)} of all cores were idle. One core is the most that node can use: ${number(1e6 / Math.max(1, node))}/s.`;
}

interface Growth {
  title: string;
  factor: number;
  text: string;
  /** Where it was missed. */
  note: string | null;
}

function growthOf(first: Phase, last: Phase): Growth[] {
  return last.measured.flatMap((now) => {
    const before = first.measured.find(({ part }) => part.kind === now.part.kind);
    if (!before) return [];
    const factor = before.share / now.share;
    const cpu = ({ product }: Measurement) => number((product.serverUs ?? 0) + (product.postgresUs ?? 0));
    const text = `${now.part.title}: ${percent(before.share)} → ${percent(now.share)} of the limit, ${number(before.product.perSecond)} → ${number(now.product.perSecond)}/s, ${cpu(before)} → ${cpu(now)} µs of CPU, ${factor.toFixed(2)}× as slow; goal ${MOST_GROWTH}×: ${factor <= MOST_GROWTH ? 'met' : 'MISSED'}`;
    const spent = (read: (round: Round) => number | null) =>
      [before, now].map(({ product }) => number(read(product) ?? 0)).join(' → ');
    const note = `MISSED ten times the data for ${now.part.title}: ${factor.toFixed(2)}× as slow, goal ${MOST_GROWTH}×. Node took ${spent(({ serverUs }) => serverUs)} µs, PostgreSQL ${spent(({ postgresUs }) => postgresUs)} µs.`;
    return [{ title: now.part.title, factor, text, note: factor <= MOST_GROWTH ? null : note }];
  });
}

function notesOf(phases: Phase[]): string[] {
  const notes: string[] = [];
  for (const phase of phases) {
    for (const one of phase.measured) {
      const where = phases.length > 1 ? `[${phase.name}] ` : '';
      if (one.share < one.part.goal) notes.push(`${where}MISSED ${explain(one)}`);
      const cpu = cpuGoalOf(one);
      if (cpu && !cpu.isMet) notes.push(`${where}MISSED CPU of ${one.part.title}: ${goalsOf(one)}.`);
      if (one.product.failed > 0) {
        notes.push(
          `${where}${one.product.failed} requests of ${one.part.title} failed: ${one.product.firstFailure}`,
        );
      }
      if (one.product.clientBusy > BUSY_CLIENT) {
        notes.push(
          `${where}${one.part.title}: the client used ${percent(one.product.clientBusy)} of a core and may have been the limit.`,
        );
      }
    }
  }
  return notes;
}

export function reportOf(phases: Phase[], machine: Record<string, unknown>) {
  const [first] = phases;
  const last = phases.at(-1);
  const growth = first && last && first !== last ? growthOf(first, last) : [];
  const grown = growth.flatMap(({ note }) => note ?? []);
  return { machine, phases, growth, notes: [...notesOf(phases), ...grown] };
}

/** For people. */
export function textOf({ machine, phases, growth, notes }: ReturnType<typeof reportOf>): string {
  const parts = [
    `Machine: ${Object.entries(machine)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}`,
  ];
  for (const phase of phases) {
    const { clicks, installs, events } = phase.stored;
    parts.push(
      `\n${phase.name}: ${number(clicks)} clicks, ${number(installs)} installs and ${number(events)} events stored before`,
      phaseTable(phase),
      ...phase.measured.map((one) => `${one.part.title}: ${goalsOf(one)}`),
      `memory: server ${number(phase.memory.serverMb ?? 0)} MB, PostgreSQL ${number(phase.memory.postgresMb ?? 0)} MB (shared pages counted once)`,
      `stored in the runs: ${Object.entries(phase.check.stored)
        .map(([name, value]) => `${number(value)} ${name}`)
        .join(', ')}; ${number(phase.check.credited)} installs credited to their click`,
      phase.check.problems.length === 0
        ? 'numbers: all that was acknowledged is stored once, and the rollups of every project equal its raw rows'
        : `WRONG NUMBERS:\n${phase.check.problems.slice(0, 20).join('\n')}`,
    );
  }
  if (growth.length > 0) parts.push('\nTen times the data', ...growth.map(({ text }) => text));
  if (notes.length > 0) parts.push('\nNotes', ...notes.map((note) => `- ${note}`));
  return `${parts.join('\n')}\n`;
}
