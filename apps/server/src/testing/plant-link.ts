import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { announce } from '../db/changes.ts';
import { newId } from '../platform/ids.ts';
import { buildProject } from './build.ts';
import type { TestServer } from './test-server.ts';
import { until } from './until.ts';
import { visit } from './visit.ts';

interface Given {
  projectId?: string;
  timezone?: string;
  campaign?: Record<string, unknown>;
  link?: Record<string, unknown>;
  project?: Record<string, unknown>;
}

let count = 0;

/** A link with its campaign as rows of the database, announced; for tests of what happens to visitors. */
export async function plantLink(server: TestServer, given: Given = {}) {
  const now = server.clock.now();
  const projectId = given.projectId ?? (await buildProject(server)).projectId;
  count += 1;
  const slug = `link-${count}-${newId(now).slice(-6)}`;
  const campaignId = newId(now);
  const linkId = newId(now);
  const project = { ...given.project, ...(given.timezone ? { timezone: given.timezone } : {}) };
  if (Object.keys(project).length > 0) {
    await server.db.updateTable('projects').set(project).where('project_id', '=', projectId).execute();
  }
  await server.db
    .insertInto('campaigns')
    .values({
      project_id: projectId,
      id: campaignId,
      display_id: `display-${slug}`,
      name: 'Secret plan',
      network: 'META',
      created_at: now,
      updated_at: now,
      ...given.campaign,
    })
    .execute();
  const link = { project_id: projectId, id: linkId, campaign_id: campaignId, slug, name: 'Main' };
  await server.db
    .insertInto('links')
    .values({ ...link, is_default: true, created_at: now, updated_at: now, ...given.link })
    .execute();
  await server.db
    .insertInto('slugs')
    .values({ slug, project_id: projectId, link_id: linkId, created_at: now })
    .execute();
  await announce(server.db, { kind: 'links', projectId });
  return { projectId, campaignId, linkId, slug, displayId: `display-${slug}` };
}

/** The same, once the edge has it in its own copy, so that it needs no database for it. */
export async function plantKnownLink(server: TestServer, given: Given = {}) {
  const link = await plantLink(server, given);
  // The edge has to look it up, for which a busy machine may not have the time at first.
  await until(async () => (await visit(server.url, `/l/${link.slug}`)).status === 302);
  // The snapshot is made of the copy.
  await until(() => {
    try {
      return readFileSync(join(server.dataDir, 'edge/links.json'), 'utf8').includes(link.slug);
    } catch {
      return false;
    }
  });
  return link;
}
