import type pg from 'pg';

export interface BenchData {
  projects: { projectId: string; token: string }[];
}

const LINKS = 1000;

const ZONES = `array['Asia/Kolkata', 'Asia/Kathmandu', 'America/New_York', 'UTC']`;
const NETWORKS = `array['META', 'GOOGLE', 'TIKTOK', 'NONE']`;

/** Projects with their tokens and rules, and campaigns with a link each, as the product would create them. */
const statementsFor = (projects: number) => [
  `insert into projects (project_id, name, platform, app_store_link, play_store_link, currency, timezone,
      created_at, updated_at)
    select gen_random_uuid(), 'Bench ' || n, 'app', 'https://apps.apple.com/app/id' || (1000000 + n),
      'https://play.google.com/store/apps/details?id=com.example.app' || n, 'INR',
      (${ZONES})[1 + n % 4], now(), now()
    from generate_series(1, ${projects}) n`,
  `insert into project_tokens (token, project_id, created_at)
    select 'tm_' || encode(sha256(project_id::text::bytea), 'hex'), project_id, now() from projects`,
  `insert into attribution_rules (project_id, version, click_hours, probabilistic_hours, view_hours,
      reattribution_days, inactivity_days, created_at, created_by)
    select project_id, 1, 168, 6, 24, 90, 7, now(), project_id from projects`,
  `insert into campaigns (project_id, id, display_id, name, network, desktop_redirect, deep_link, created_at,
      updated_at)
    select p.project_id, gen_random_uuid(), 'c' || n, 'Campaign ' || n, (${NETWORKS})[1 + n % 4],
      'https://www.example.com/offer', 'example://offer/' || n, now(), now()
    from (select project_id, row_number() over (order by project_id) as r from projects) p
    join generate_series(0, ${LINKS - 1}) n on n % ${projects} = p.r - 1`,
  `insert into links (project_id, id, campaign_id, slug, name, ad_set, creative, is_default, created_at, updated_at)
    select project_id, gen_random_uuid(), id, 'bench-' || display_id, 'Link', 'Ad set', 'Creative', true, now(), now()
    from campaigns`,
  `insert into slugs (slug, project_id, link_id, created_at) select slug, project_id, id, now() from links`,
  `create table bench_links as select (row_number() over (order by slug))::int as n, l.project_id, l.id, l.campaign_id,
      c.network
    from links l join campaigns c on c.project_id = l.project_id and c.id = l.campaign_id`,
  'alter table bench_links add primary key (n)',
  `select pg_notify('trailmark_changes', json_build_object('kind', 'links', 'projectId', project_id)::text)
    from projects`,
];

export async function createBenchData(pool: pg.Pool, projects: number): Promise<BenchData> {
  for (const statement of statementsFor(projects)) await pool.query(statement);
  await pool.query('analyze');
  const { rows } = await pool.query<{ project_id: string; token: string }>(
    'select project_id, token from project_tokens order by project_id',
  );
  return { projects: rows.map((row) => ({ projectId: row.project_id, token: row.token })) };
}
