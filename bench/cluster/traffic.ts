import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCaller } from '@trailmark/contract/call';
import { getProjectToken } from '@trailmark/contract/keys';
import { createProject } from '@trailmark/contract/projects';
import { createFirstProject } from '../../apps/server/src/testing/first-project.ts';
import { cacheDir } from '../product.ts';
import type { Samples } from '../samples.ts';

const INSTALLS = 100;

async function openFirst(url: string, token: string): Promise<Samples['installs'][number]> {
  const installId = randomUUID();
  const answer = await fetch(`${url}/api/client/init`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token,
      package_version: '3.1.0',
      app_version: '4.2.1',
      platform: 'ANDROID',
      source: 'GENERAL',
      install_instance_id: installId,
      device_data: {},
    }),
  });
  if (!answer.ok) throw new Error(`init: ${answer.status} ${await answer.text()}`);
  return { token, installId, installedAt: Date.now() };
}

/** Projects with installs, made by the product itself; gives the file that names them. */
export async function makeTraffic(url: string, signInToken: string, projects: number): Promise<string> {
  const { bearer } = await createFirstProject(url, signInToken);
  const owner = createCaller({ baseUrl: `${url}/api`, timeoutMs: 60_000, token: () => bearer });
  const samples: Samples = { slugs: [], clicks: [], installs: [] };
  for (let n = 0; n < projects; n += 1) {
    const form = { name: `Bench ${n}`, platform: 'app', currency: 'INR', timezone: 'Asia/Kolkata' } as const;
    const { project_id } = await owner(createProject, {
      body: { ...form, play_store_link: `https://play.google.com/store/apps/details?id=com.bench${n}` },
    });
    const { token } = await owner(getProjectToken, { query: { project_id } });
    const opened = await Promise.all(Array.from({ length: INSTALLS }, () => openFirst(url, token)));
    samples.installs.push(...opened);
  }
  // Requests take one after the other: they have to be of different projects, as those of many apps are.
  samples.installs.sort((one, other) => one.installId.localeCompare(other.installId));
  const file = join(cacheDir, 'samples-cluster.json');
  writeFileSync(file, JSON.stringify(samples));
  return file;
}
