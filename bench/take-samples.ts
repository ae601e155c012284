import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signClick } from '@trailmark/core/links/signed-click';
import { cacheDir, type Product } from './product.ts';
import type { Samples } from './samples.ts';

const INSTALLS = 20_000;

interface ClickRow {
  project_id: string;
  token: string;
  id: string;
  link_id: string;
  clicked_at: Date;
  ip: string;
  advertising_id: string | null;
}

/** Stored clicks that nothing was credited to yet, each with the id that the store would hand to the app. */
async function takeClicks({ connection, clickKey }: Product, count: number): Promise<Samples['clicks']> {
  const { rows } = await connection.pool.query<ClickRow>(
    `select c.project_id, t.token, c.id, c.link_id, c.clicked_at, host(c.ip) as ip, c.advertising_id
    from clicks c join project_tokens t on t.project_id = c.project_id
    where c.params->>'sub1' like 'stored-%' and not exists (select 1 from touch_uses u
      where u.project_id = c.project_id and u.touch_id = c.id)
    order by random() limit $1`,
    [count],
  );
  return rows.map((row) => ({
    token: row.token,
    signed: signClick({ id: row.id, projectId: row.project_id, linkId: row.link_id }, clickKey),
    ip: row.ip,
    advertisingId: row.advertising_id,
    clickedAt: row.clicked_at.getTime(),
  }));
}

/** Chooses what the requests will be about; gives the file that says so. */
export async function takeSamples(product: Product, name: string, clicks: number): Promise<string> {
  const { pool } = product.connection;
  const links = await pool.query<{ slug: string }>('select slug from slugs order by slug');
  const installs = await pool.query<{ token: string; install_id: string; installed_at: Date }>(
    `select t.token, i.install_id, i.installed_at
    from bench_installs i join project_tokens t on t.project_id = i.project_id order by random() limit $1`,
    [INSTALLS],
  );
  const samples: Samples = {
    slugs: links.rows.map((row) => row.slug),
    installs: installs.rows.map((row) => ({
      token: row.token,
      installId: row.install_id,
      installedAt: row.installed_at.getTime(),
    })),
    clicks: await takeClicks(product, clicks),
  };
  const file = join(cacheDir, `samples-${name}.json`);
  writeFileSync(file, JSON.stringify(samples));
  return file;
}
