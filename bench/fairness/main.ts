// npm run bench -- fairness: latency of a quiet project while another token sends as much as it can.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { createPartitions, dayOf } from '../../apps/server/src/db/partitions.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { createBenchData } from '../bench-data.ts';
import { startChild } from '../child.ts';
import { machine } from '../machine.ts';
import { cacheDir, type Product, root, startProduct } from '../product.ts';
import type { Attack, HostileAnswer, HostileOrder } from './hostile-program.ts';
import { type Latency, measureLatency } from './quiet.ts';

const PROJECTS = 50;
const begun = Date.now();
const say = (text: string) =>
  process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);

const ATTACKS: Attack[] = ['first-opens', 'large-events', 'shared-device', 'one-install'];
const SHARED_DEVICE = '7d7a1c52-0b1e-4c35-9a3c-52b6f4a1e0aa';
const INSTALLS_OF_DEVICE = 50_000;
const HOSTILE_IP = '203.0.113.7';
const CONNECTIONS = 4;

interface Side {
  token: string;
  projectId: string;
  slugs: string[];
}

/** Clicks of one project on one address within the hour: what a first open from there is compared with. */
const SHARED_ADDRESS = `
  insert into clicks (project_id, id, clicked_at, link_id, campaign_id, network, platform, country, device_key, ip,
    os_version, model, language, outcome)
  select l.project_id, gen_random_uuid(), now() - g * interval '300 milliseconds', l.id, l.campaign_id, 'META',
    'android', 'IN', gen_random_uuid(), $2::inet, '13', 'Pixel 7', 'en', 'android_store'
  from generate_series(1, $3::int) g
  join (select l.*, row_number() over (order by slug) as r, count(*) over () as links from links l
    where l.project_id = $1) l on l.r = 1 + g % l.links`;

const SHARED_INSTALLS = `
  insert into installs (project_id, install_id, platform, country, first_seen_at, installed_at, advertising_id,
    campaign_id, link_id, network, updated_at)
  select $1, 'shared-' || n, 'android', 'IN', now(), now() - n * interval '1 second', $2, $3, $3, 'organic', now()
  from generate_series(1, $4::int) n`;

async function sideOf(product: Product, { projectId, token }: { projectId: string; token: string }) {
  const { rows } = await product.connection.pool.query<{ slug: string }>(
    'select slug from links where project_id = $1',
    [projectId],
  );
  return { projectId, token, slugs: rows.map(({ slug }) => slug) };
}

async function measureQuiet(url: string, quiet: Side, seconds: number) {
  const run = Date.now().toString(36);
  const [events, clicks] = await Promise.all([
    measureLatency(seconds, (n) =>
      fetch(`${url}/api/client/capture-event`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.4' },
        body: JSON.stringify({
          token: quiet.token,
          platform: 'ANDROID',
          install_instance_id: `quiet-${n % 50}`,
          event_name: 'opened_menu',
          event_id: `${run}-${n}`,
          event_data: { screen: 'menu' },
        }),
      }),
    ),
    measureLatency(seconds, (n) =>
      fetch(`${url}/l/${quiet.slugs[n % quiet.slugs.length]}?sub1=${run}-${n}`, {
        redirect: 'manual',
        headers: {
          'user-agent': 'Mozilla/5.0 (Linux; Android 13; Pixel 7)',
          'x-forwarded-for': '198.51.100.5',
        },
      }),
    ),
  ]);
  return { events, clicks };
}

const textOf = ({ p50Ms, p99Ms, worstMs, failed, count }: Latency, alone?: Latency) => {
  const ratio = alone ? `, p99 ${(p99Ms / alone.p99Ms).toFixed(1)} times as long as alone` : '';
  return `p50 ${p50Ms} ms, p99 ${p99Ms} ms, worst ${worstMs} ms, ${failed} of ${count} failed${ratio}`;
};

async function measureAll(product: Product, { seconds, clicks }: { seconds: number; clicks: number }) {
  const { pool } = product.connection;
  const url = `http://127.0.0.1:${product.port}`;
  const { projects } = await createBenchData(pool, PROJECTS);
  const [first, second] = projects;
  if (!first || !second) throw new Error('There are too few projects.');
  const [hostile, quiet] = [await sideOf(product, first), await sideOf(product, second)];
  const days = [0, 1].map((ago) => dayOf(new Date(Date.now() - ago * 86_400_000)));
  await createPartitions(pool, systemClock).ensure('clicks', new Set(days));
  await pool.query(SHARED_ADDRESS, [hostile.projectId, HOSTILE_IP, clicks]);
  await pool.query(SHARED_INSTALLS, [hostile.projectId, SHARED_DEVICE, NO_ID, INSTALLS_OF_DEVICE]);
  await pool.query('analyze');
  await measureQuiet(url, quiet, 3);
  const alone = await measureQuiet(url, quiet, seconds);
  say(`alone, events: ${textOf(alone.events)}`);
  say(`alone, clicks: ${textOf(alone.clicks)}`);
  const underLoad = [];
  for (const attack of ATTACKS) {
    const child = startChild('fairness/hostile-program.ts');
    const order: HostileOrder = {
      attack,
      url,
      token: hostile.token,
      slugs: hostile.slugs,
      ip: HOSTILE_IP,
      seconds,
      connections: CONNECTIONS,
      sharedDevice: SHARED_DEVICE,
    };
    try {
      const [answer, one] = await Promise.all([
        child.ask<HostileAnswer>(order),
        measureQuiet(url, quiet, seconds),
      ]);
      say(`during ${attack}, events: ${textOf(one.events, alone.events)}`);
      say(`during ${attack}, clicks: ${textOf(one.clicks, alone.clicks)}`);
      say(`  ${attack}: ${JSON.stringify(answer)}`);
      underLoad.push({ attack, answer, ...one });
    } finally {
      await child.stop();
    }
  }
  return { alone, underLoad };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(2).filter((arg) => arg !== 'fairness'),
    options: {
      seconds: { type: 'string', default: '15' },
      clicks: { type: 'string', default: '5000' },
    },
  });
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
  const product = await startProduct({ profile: false });
  try {
    const options = { seconds: Number(values.seconds), clicks: Number(values.clicks) };
    const report = { machine: machine(), options, ...(await measureAll(product, options)) };
    writeFileSync(join(cacheDir, 'latest-fairness.json'), `${JSON.stringify(report, null, 2)}\n`);
  } finally {
    await product.stop();
  }
}

await main();
