import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from './db/connection.ts';
import { startEmbeddedPostgres } from './db/embedded/start.ts';
import { migrate } from './db/migrate.ts';
import { createPartitions } from './db/partitions.ts';
import * as rec from './features/clicks/record-touches.ts';
import { newId } from './platform/ids.ts';
import { randomBytes } from 'node:crypto';
const dataDir = mkdtempSync(join(tmpdir(), 'tm-bench-'));
chmodSync(dataDir, 0o755);
const pgServer = await startEmbeddedPostgres({ dataDir, progress: () => {} });
const c = connect(pgServer.url, () => {});
await migrate(c.pool, () => {});
const now = new Date();
const projects: string[] = [];
for (let p = 0; p < 50; p++) {
  const project_id = newId(now); projects.push(project_id);
  await c.db.insertInto('projects').values({ project_id, name: 'P', platform: 'app', currency: 'INR', timezone: 'Asia/Kolkata', created_at: now, updated_at: now }).execute();
}
const links = Array.from({ length: 1000 }, (_, i) => ({ p: projects[i % 50]!, l: newId(now), c: newId(now) }));
const mk = (n: number) => Array.from({ length: n }, () => { const at = new Date(); const k = links[Math.floor(Math.random() * 1000)]!; return { project_id: k.p, id: newId(at), clicked_at: at.toISOString(), link_id: k.l, campaign_id: k.c, network: 'META', platform: 'android', country: 'IN', device_key: randomBytes(16).toString('hex'), ip: '49.1.2.3', user_agent: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36', os_version: null, model: null, language: 'en-IN', advertising_id: null, click_ids: null, params: { sub1: 'a' }, outcome: 'store' }; });
const needs = { pool: c.pool, partitions: createPartitions(c.pool) };
for (const n of [1, 30, 64, 200, 500]) {
  for (let i = 0; i < 10; i++) await rec.recordClicks(needs, mk(n));
  const t = performance.now(); const cpu0 = process.cpuUsage();
  let k = 0; while (performance.now() - t < 3000) { await rec.recordClicks(needs, mk(n)); k++; }
  const ms = (performance.now() - t) / k; const cpu = process.cpuUsage(cpu0);
  process.stdout.write(`group ${n}: ${ms.toFixed(2)} ms, ${(ms * 1000 / n).toFixed(0)} us/row; node cpu ${((cpu.user + cpu.system) / k / n).toFixed(0)} us/row\n`);
}
if (process.argv[2]) {
  const client = await c.pool.connect();
  await client.query("load 'auto_explain'; set auto_explain.log_min_duration=0; set auto_explain.log_analyze=on; set client_min_messages=log; set auto_explain.log_nested_statements=on");
  client.on('notice', (m) => process.stdout.write(`${m.message}\n`));
  const TEXT = (rec as unknown as { CLICKS: string }).CLICKS;
  await client.query({ text: TEXT, values: [JSON.stringify(mk(64))] });
  client.release();
}
await c.close(); await pgServer.stop();
