import { createCaller } from '@trailmark/contract/call';
import { createCampaign } from '@trailmark/contract/campaigns';
import { generatePrivateKey } from '@trailmark/contract/keys';
import { updateUser } from '@trailmark/contract/users';
import { makeTraffic } from '../../e2e/support/rich-traffic.ts';
import type { Product } from '../product.ts';
import { signIn } from '../reports/sign-in.ts';

export interface Measured {
  projectId: string;
  token: string;
}

/** A project with two campaigns and some weeks of traffic, so that the overview has something to draw. */
export async function makeProject(product: Product, url: string): Promise<Measured> {
  const { token, projectId } = await signIn(product);
  const call = createCaller({ baseUrl: `${url}/api`, timeoutMs: 30_000, token: () => token });
  await call(updateUser, { body: { first_name: 'Asha', last_name: 'Rao' } });
  const campaigns = ['monsoon', 'brand-search'] as const;
  for (const display_id of campaigns) {
    await call(createCampaign, {
      body: {
        project_id: projectId,
        name: display_id,
        display_id,
        network: 'META',
        deep_link: 'kite://home',
        android_web_redirect: 'https://kite.example/app',
      },
    });
  }
  const { private_key: privateKey } = await call(generatePrivateKey, {
    body: { project_id: projectId, keep_old_hours: 0 },
  });
  await makeTraffic({ call }, { url, projectId, privateKey, campaigns, prefix: 'bench' });
  return { projectId, token };
}
