import { createCaller } from '@trailmark/contract/call';
import { createCampaign } from '@trailmark/contract/campaigns';
import { getProjectToken } from '@trailmark/contract/keys';
import { createProject } from '@trailmark/contract/projects';
import { verifyMagicLink } from '@trailmark/contract/sign-in';

/** Signs in with a printed link, and makes a project with a link that leads to a store. */
export async function createFirstProject(url: string, signInToken: string) {
  const call = (bearer: string | null) =>
    createCaller({ baseUrl: `${url}/api`, timeoutMs: 30_000, token: () => bearer });
  const answer = await call(null)(verifyMagicLink, { body: { token: signInToken, confirm: true } });
  if (answer.status !== 'signed_in') throw new Error('not signed in');
  const owner = call(answer.token);
  const { project_id } = await owner(createProject, {
    body: {
      name: 'First',
      platform: 'app',
      currency: 'INR',
      timezone: 'Asia/Kathmandu',
      play_store_link: 'https://play.google.com/store/apps/details?id=com.first',
    },
  });
  const { link } = await owner(createCampaign, { body: { project_id, name: 'First', network: 'META' } });
  const { token: sdkToken } = await owner(getProjectToken, { query: { project_id } });
  const slug = link.split('/').at(-1) ?? '';
  return { owner, bearer: answer.token, projectId: project_id, slug, sdkToken };
}
