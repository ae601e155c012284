import { chmodSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from './db/connection.ts';
import { startEmbeddedPostgres } from './db/embedded/start.ts';
import { migrate } from './db/migrate.ts';
import { buildApp } from './http/app.ts';
import { createEdge } from './main/edge.ts';
import { createGeo } from './platform/geo.ts';
import { readEnv } from './platform/env.ts';
import { newId } from './platform/ids.ts';
import { createLog } from './platform/log.ts';
import { createSecrets } from './platform/secrets.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'tm-bench-'));
chmodSync(dataDir, 0o755);
const pgServer = await startEmbeddedPostgres({ dataDir, progress: () => {} });
const c = connect(pgServer.url, () => {});
await migrate(c.pool, () => {});
const now = new Date();
const slugs: string[] = [];
for (let p = 0; p < 10; p++) {
  const project_id = newId(now);
  await c.db.insertInto('projects').values({ project_id, name: 'P', platform: 'app', currency: 'INR', timezone: 'Asia/Kolkata', play_store_link: 'https://play.google.com/store/apps/details?id=com.kite.grocery', created_at: now, updated_at: now }).execute();
  for (let l = 0; l < 100; l++) {
    const cid = newId(now); const lid = newId(now); const slug = `s${p}x${l}`; slugs.push(slug);
    await c.db.insertInto('campaigns').values({ project_id, id: cid, display_id: slug, name: 'C', network: 'META', created_at: now, updated_at: now, utm: JSON.stringify({source:'meta',campaign:'x'}) }).execute();
    await c.db.insertInto('links').values({ project_id, id: lid, campaign_id: cid, slug, name: 'L', is_default: true, created_at: now, updated_at: now }).execute();
    await c.db.insertInto('slugs').values({ slug, project_id, link_id: lid, created_at: now }).execute();
  }
}
const kit = { db: c.db, clock: { now: () => new Date() }, env: readEnv({ TRUST_PROXY: 'loopback' }, 'all'), log: createLog('warn'), mail: {} as never, secrets: createSecrets('x'.repeat(40)), geo: createGeo(), publicUrl: '' } as never;
const edge = await createEdge(kit, { pool: c.pool, databaseUrl: pgServer.url, dataDir });
const app = await buildApp(kit, { front: edge.front });
await app.listen({ host: '127.0.0.1', port: 5901 });
createServer((_q, r) => { if (_q.url === '/cpu') { r.end(JSON.stringify(process.cpuUsage())); return; } r.writeHead(302, { location: 'https://play.google.com/store/apps/details?id=com.kite.grocery', 'content-length': 0 }); r.end(); }).listen(5902, '127.0.0.1');
process.stdout.write('ready\n');
process.on('SIGTERM', async () => {
  const r = await c.pool.query("select (select count(*) from clicks) as clicks, (select sum(count) from rollup_deltas where metric='clicks') as counted, (select sum(count) from rollup_deltas where metric='unique_clicks') as uniq");
  process.stdout.write(JSON.stringify(r.rows[0]) + JSON.stringify(process.memoryUsage()) + '\n');
  await app.close(); await edge.stop(); await c.close(); await pgServer.stop(); process.exit(0);
});
