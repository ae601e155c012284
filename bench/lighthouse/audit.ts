import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const LIGHTHOUSE = 'lighthouse@12.8.2';
export const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Audited {
  /** 0 to 100. */
  scores: Record<Category, number>;
  fcpMs: number;
  lcpMs: number;
  blockedMs: number;
  /** What costs points in accessibility or best practices, and where. */
  failed: string[];
}

interface Report {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; numericValue?: number; details?: Details }>;
  runtimeError?: { message: string };
}

interface Details {
  items?: { node?: { selector?: string; snippet?: string }; description?: string; url?: string }[];
}

function failedIn(report: Report): string[] {
  return (['accessibility', 'best-practices'] as const).flatMap((category) =>
    report.categories[category].auditRefs.flatMap(({ id }) => {
      const one = report.audits[id];
      if (!one || one.score === null || one.score === 1) return [];
      const where = (one.details?.items ?? []).map(
        ({ node, description, url }) => node?.snippet ?? description ?? url ?? '',
      );
      return [`${category}: ${one.title} ${where.slice(0, 3).join(' · ')}`.trimEnd()];
    }),
  );
}

/**
 * One run of Lighthouse in a browser that is open already. It clears the cache, as at a first visit, and leaves local
 * storage, where the token is: https://github.com/GoogleChrome/lighthouse/blob/v12.8.2/core/config/constants.js#L68
 */
export async function audit(url: string, port: number): Promise<Audited> {
  const file = join(tmpdir(), `trailmark-lighthouse-${process.pid}.json`);
  const flags = [
    `--port=${port}`,
    '--preset=desktop',
    // The bare page says that something is missing.
    '--ignore-status-code',
    `--only-categories=${CATEGORIES.join(',')}`,
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
  ];
  await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, url, ...flags], { maxBuffer: 2 ** 26 });
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  rmSync(file);
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`);
  const time = (id: string) => report.audits[id]?.numericValue ?? Number.NaN;
  const score = (category: Category) => Math.round((report.categories[category].score ?? 0) * 100);
  return {
    scores: Object.fromEntries(
      CATEGORIES.map((category) => [category, score(category)]),
    ) as Audited['scores'],
    fcpMs: time('first-contentful-paint'),
    lcpMs: time('largest-contentful-paint'),
    blockedMs: time('total-blocking-time'),
    failed: failedIn(report),
  };
}
