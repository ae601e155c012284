import { requestFeature as requestFeatureRoute, sendCallbackForm } from '@trailmark/contract/feedback';
import { type HandledRoute, onProject, onPublic } from '../../http/handled.ts';
import { receiveCallbackForm } from './receive-callback-form.ts';
import { requestFeature } from './request-feature.ts';

export const routes: HandledRoute[] = [
  onPublic(sendCallbackForm, async ({ kit, body, client }) => {
    await receiveCallbackForm(kit, client, body);
    return { received: true };
  }),

  onProject(requestFeatureRoute, async ({ kit, person, membership, body }) => {
    await requestFeature(kit, person, { projectId: membership.projectId, message: body.message });
    return { received: true };
  }),
];
