import { HISTORY_DAYS } from './bench-project.ts';
import type { Answered } from './measure.ts';
import type { Exported } from './measure-export.ts';
import type { Scrolled, Shown } from './measure-screen.ts';

interface Report {
  campaigns: number;
  machine: Record<string, unknown>;
  phases: { events: number; answered: Answered[] }[];
  exported: Exported | null;
  screens: { shown: Shown[]; scrolled: Scrolled } | null;
}

const LEAST_FASTER = 50;
const MOST_GROWTH = 1.2;
const number = (value: number) => Math.round(value).toLocaleString('en');
const msOf = (ms: number | null) => ms?.toFixed(1) ?? '?';
const met = (is: boolean) => (is ? 'MET' : 'MISSED');
/** Of any report where there are few campaigns. */
const FEW_CAMPAIGNS = 300;
const GOAL_OF_FEW_MS = 20;
const MOST_SPREAD = 1.5;

function goalLine({ title, goalMs, p50Ms, p95Ms }: Answered, campaigns: number): string {
  const most = campaigns <= FEW_CAMPAIGNS ? GOAL_OF_FEW_MS : goalMs;
  const spread = p95Ms / p50Ms;
  return `${title}: p50 ${p50Ms.toFixed(1)} ms, goal ${most} ms: ${met(p50Ms <= most)}; p95 ${spread.toFixed(2)} × p50, goal ${MOST_SPREAD}: ${met(spread <= MOST_SPREAD)}`;
}

function growthLines([first, last]: Report['phases']): string[] {
  if (!first || !last) return [];
  return last.answered.map((now, at) => {
    const before = first.answered[at]?.p50Ms ?? now.p50Ms;
    const factor = now.p50Ms / before;
    return `${now.title}: ${before.toFixed(1)} → ${now.p50Ms.toFixed(1)} ms, ${factor.toFixed(2)}×, goal ${MOST_GROWTH}×: ${met(factor <= MOST_GROWTH)}`;
  });
}

function exportLines({ rows, bytes, writeSeconds, downloadSeconds, memoryMb }: Exported): string[] {
  return [
    `\nExport of ${number(rows)} events (${number(bytes / 1e6)} MB): written in ${writeSeconds.toFixed(1)} s, fetched in ${downloadSeconds.toFixed(1)} s`,
    `Memory of the server: ${number(memoryMb.before)} MB before, at most ${number(memoryMb.firstHalf)} MB while the first half was written, ${number(memoryMb.secondHalf)} MB while the second was, ${number(memoryMb.download)} MB while it was fetched`,
  ];
}

/** For people. */
export function textOf({ campaigns, machine, phases, exported, screens }: Report): string {
  const lines = [
    `Machine: ${Object.entries(machine)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}`,
  ];
  for (const [n, { events, answered }] of phases.entries()) {
    lines.push(`\n${number(events)} events in ${HISTORY_DAYS} days`);
    for (const { title, p50Ms, p95Ms, nodeMs, postgresMs, rawMs, faster } of answered) {
      const cpu = `CPU ${msOf(nodeMs)} ms of node and ${msOf(postgresMs)} of PostgreSQL`;
      // Few raw rows are read quickly too: the goal is about many.
      const goal =
        n === phases.length - 1 ? `, goal ${LEAST_FASTER}: ${met((faster ?? 0) >= LEAST_FASTER)}` : '';
      const raw =
        rawMs && faster ? `; raw rows ${number(rawMs)} ms: ${number(faster)} times as fast${goal}` : '';
      lines.push(`${title}: p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms, ${cpu}${raw}`);
    }
  }
  const last = phases.at(-1);
  if (last) {
    lines.push(`\nGoals, with ${number(last.events)} events and ${number(campaigns)} campaigns`);
    lines.push(...last.answered.map((one) => goalLine(one, campaigns)));
  }
  if (phases.length > 1) lines.push('\nTen times the data', ...growthLines(phases));
  if (exported) lines.push(...exportLines(exported));
  for (const { path, shift } of screens?.shown ?? []) {
    lines.push(`Layout shift of ${path} while its data came: ${shift.toFixed(3)} (good is below 0.1)`);
  }
  if (screens) {
    const { frames, p95Ms, late } = screens.scrolled;
    lines.push(`Scrolling the campaign table: ${frames} frames, p95 ${p95Ms.toFixed(1)} ms, ${late} late`);
  }
  return `${lines.join('\n')}\n`;
}
