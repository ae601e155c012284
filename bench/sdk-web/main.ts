// npm run bench -- sdk-web: main-thread time that the browser SDK adds to the load of a page, beside an empty script.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { machine } from '../machine.ts';
import { root } from '../product.ts';

const GOAL_MS = 5;
/** After the load, in which the first batch is sent and answered. */
const SETTLE_MS = 700;

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { runs: { type: 'string', default: '31' } },
  allowPositionals: true,
});
const runs = Number(values.runs);
const script = readFileSync(join(root, 'packages/sdk-web/dist/v1.js'));
const SNIPPET =
  '<script>window.trailmark=window.trailmark||function(){(trailmark.q=trailmark.q||[]).push(arguments)}</script>';

/** Two pages that differ in one script; the calls of the SDK are answered as the server does. */
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://page');
  if (pathname === '/v1.js')
    return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
  if (pathname === '/empty.js') return response.writeHead(200, { 'content-type': 'text/javascript' }).end('');
  if (pathname === '/api/client/batch') {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    return request.on('end', () => {
      const { items } = JSON.parse(text) as { items: unknown[] };
      const data = { accepted: items.length, results: items.map(() => ({ ok: true })) };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    });
  }
  const name = pathname === '/measured' ? 'v1.js' : 'empty.js';
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(
      `<!doctype html><title>Page</title>${SNIPPET}<script async src="/${name}" data-token="t"></script><h1>Page</h1>`,
    );
});

interface Times {
  /** All work of the main thread until the page is loaded, which includes that the script has run. */
  tasks: number;
  scripts: number;
  /** The same until the first batch is answered. */
  tasksWithBatch: number;
}

async function load(browser: Browser, url: string): Promise<Times> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
  };
  await page.goto(url, { waitUntil: 'load' });
  const atLoad = await read();
  await page.waitForTimeout(SETTLE_MS);
  const later = await read();
  await context.close();
  return {
    tasks: atLoad('TaskDuration'),
    scripts: atLoad('ScriptDuration'),
    tasksWithBatch: later('TaskDuration'),
  };
}

const median = (numbers: number[]) =>
  [...numbers].sort((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN;

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const browser = await chromium.launch({
  executablePath:
    process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync),
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
const measured: Record<'empty' | 'measured', Times[]> = { empty: [], measured: [] };
// One after the other, so that whatever else the machine does meets both; the first of each is not counted.
for (let run = 0; run <= runs; run++) {
  for (const name of ['empty', 'measured'] as const) {
    const times = await load(browser, `${base}/${name}`);
    if (run > 0) measured[name].push(times);
  }
}
await browser.close();
server.close();

const cell = (ms: number) => `${ms.toFixed(1)} ms`.padStart(16);
const row = (name: string, { tasks, scripts, tasksWithBatch }: Times) =>
  `${name.padEnd(14)}${cell(tasks)}${cell(scripts)}${cell(tasksWithBatch)}\n`;
const medianOf = (name: 'empty' | 'measured', time: keyof Times) =>
  median(measured[name].map((times) => times[time]));
const medians = (name: 'empty' | 'measured'): Times => ({
  tasks: medianOf(name, 'tasks'),
  scripts: medianOf(name, 'scripts'),
  tasksWithBatch: medianOf(name, 'tasksWithBatch'),
});
const [empty, sdk] = [medians('empty'), medians('measured')];
const added: Times = {
  tasks: sdk.tasks - empty.tasks,
  scripts: sdk.scripts - empty.scripts,
  tasksWithBatch: sdk.tasksWithBatch - empty.tasksWithBatch,
};
process.stdout.write(`${JSON.stringify(machine())}\nMain thread, median of ${runs} loads of each page\n`);
process.stdout.write(
  `${''.padEnd(14)}${['at load', 'of it script', 'with a batch'].map((text) => text.padStart(16)).join('')}\n`,
);
process.stdout.write(row('empty script', empty) + row('browser SDK', sdk) + row('added', added));
process.stdout.write(`At load ${added.tasks < GOAL_MS ? 'below' : 'NOT below'} the goal of ${GOAL_MS} ms.\n`);
process.exitCode = added.tasks < GOAL_MS ? 0 : 1;
