import { z } from 'zod';
import { Email, optionalText, ProjectId, text } from './fields.ts';
import { anyone, inProject, route } from './route.ts';

const tag = 'Feedback';

export const CallbackForm = z.object({
  name: text(120),
  email: Email,
  company: optionalText(120).optional(),
  phone: optionalText(40).optional(),
  message: optionalText(2000).optional(),
});
export type CallbackForm = z.input<typeof CallbackForm>;

export const sendCallbackForm = route({
  method: 'POST',
  path: '/open/callback-form',
  tag,
  summary: 'Ask the operator to call back',
  access: anyone,
  body: CallbackForm,
  response: z.object({ received: z.boolean() }),
});

export const requestFeature = route({
  method: 'POST',
  path: '/project/request-feature',
  tag,
  summary: 'Request a feature from the operator',
  access: inProject('project.open'),
  body: z.object({ project_id: ProjectId, message: text(2000) }),
  response: z.object({ received: z.boolean() }),
});
