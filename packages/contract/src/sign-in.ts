import { z } from 'zod';
import { Email, LinkToken, ReturnTo } from './fields.ts';
import { anyone, route } from './route.ts';
import { User } from './users.ts';

/** A new session: the bearer token is shown here once and stored only as a hash. */
export const SignedIn = z.object({ token: z.string(), user: User, return_to: z.string().nullable() });
export type SignedIn = z.infer<typeof SignedIn>;

const tag = 'Sign-in';

export const startGoogle = route({
  method: 'GET',
  path: '/login/google',
  tag,
  summary: 'Start signing in with Google (OpenID Connect code flow with PKCE)',
  access: anyone,
  answers: 'redirect',
  query: z.object({ return_to: ReturnTo.optional() }),
  response: z.string(),
});

export const endGoogle = route({
  method: 'GET',
  path: '/login/google/callback',
  tag,
  summary: 'Where Google sends the browser back to; hands it a one-time code in the fragment',
  access: anyone,
  answers: 'redirect',
  query: z.object({
    code: z.string().max(2000).optional(),
    state: z.string().max(500).optional(),
    iss: z.string().max(500).optional(),
    error: z.string().max(200).optional(),
  }),
  response: z.string(),
});

export const exchangeGoogle = route({
  method: 'POST',
  path: '/login/google/callback',
  tag,
  summary: 'Change the one-time code for a bearer token',
  access: anyone,
  body: z.object({ code: LinkToken }),
  response: SignedIn,
});

export const sendMagicLink = route({
  method: 'POST',
  path: '/login/magic-link/send',
  tag,
  summary: 'Send a sign-in link; the answer is the same for unknown addresses',
  access: anyone,
  body: z.object({ email: Email, return_to: ReturnTo.optional() }),
  response: z.object({ sent: z.boolean(), expires_in_minutes: z.number() }),
});

export const verifyMagicLink = route({
  method: 'POST',
  path: '/login/magic-link/verify',
  tag,
  summary: 'Use a sign-in link; another browser than the one that requested it must confirm',
  access: anyone,
  body: z.object({ token: LinkToken, confirm: z.boolean().default(false) }),
  response: z.discriminatedUnion('status', [
    z.object({
      status: z.literal('confirm'),
      email: z.string(),
      /** The link of the local owner, which the terminal shows at the start. */
      from_terminal: z.boolean(),
    }),
    z.object({ status: z.literal('signed_in'), ...SignedIn.shape }),
  ]),
});
