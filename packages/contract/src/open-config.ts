import { z } from 'zod';
import { anyone, route } from './route.ts';

/** The configuration that the dashboard needs before sign-in; nothing here is secret. */
export const OpenConfig = z.object({
  google_sign_in: z.boolean(),
  signup: z.enum(['invite', 'open']),
  /** Mail leaves by SMTP; otherwise links are printed in the terminal. */
  mail: z.boolean(),
  /**
   * While nobody has an account: where the first sign-in comes from. A link in the terminal, the address of a named
   * operator, or any address. Null afterwards.
   */
  first_sign_in: z.enum(['terminal', 'operator', 'anyone']).nullable(),
  /** Operators are named: forms for a call and feature requests reach somebody. */
  takes_requests: z.boolean(),
  analytics: z.object({ token: z.string(), record_percent: z.number() }).nullable(),
  messaging: z.object({ app_id: z.string() }).nullable(),
});
export type OpenConfig = z.infer<typeof OpenConfig>;

export const getOpenConfig = route({
  method: 'GET',
  path: '/open/config',
  tag: 'Open',
  summary: 'How this installation is set up, as far as a visitor may know',
  access: anyone,
  response: OpenConfig,
});
