import { z } from 'zod';
import { Instant, ProjectId } from './fields.ts';
import { inProject, route } from './route.ts';

/** Ad networks that a project has accounts with. */
export const NETWORK_KINDS = ['META', 'GOOGLE', 'TIKTOK', 'JIO_COUPONS'] as const;
export const NetworkKind = z.enum(NETWORK_KINDS, { error: 'is not an ad network' });
export type NetworkKind = z.infer<typeof NetworkKind>;

export const NetworkAccountId = z.uuid('is not a network account id').toLowerCase();

/** Somebody who has let Trailmark read their accounts with a network, without the tokens. */
export const NetworkLogin = z.object({
  login_id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.string()),
  /** null: it does not expire. */
  expires_at: Instant.nullable(),
  /** `attention`: the network does not accept it any more; somebody has to connect again. */
  state: z.enum(['active', 'attention']),
  /** In words: what the network said. */
  reason: z.string().nullable(),
  connected_at: Instant,
});
export type NetworkLogin = z.infer<typeof NetworkLogin>;

/** An account with an ad network, which campaigns, spend and event maps refer to. */
export const NetworkAccount = z.object({
  ad_network_id: z.uuid(),
  kind: NetworkKind,
  /** As the network names it. */
  external_account_id: z.string(),
  name: z.string(),
  /** Of the amounts that the network reports; null: it has not said. */
  currency: z.string().nullable(),
  /** In which the network counts days. */
  time_zone: z.string().nullable(),
  /** Whether ads can run, as the network says. */
  status: z.enum(['active', 'disabled']),
  /** null: nobody's login reaches it any more. */
  login_id: z.uuid().nullable(),
  imported_at: Instant,
});
export type NetworkAccount = z.infer<typeof NetworkAccount>;

/** An id of a network that is a number. */
export const NetworkDigits = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{5,25}$/, `is not ${what}`);

/** A code, a secret or a token: some are sent in a header, which holds nothing but these characters. */
export const NetworkSecret = (max: number) =>
  z
    .string()
    .trim()
    .min(8, 'is too short')
    .max(max, `is longer than ${max} characters`)
    .regex(/^[\x21-\x7e]+$/, 'contains other characters than letters, digits and signs');

/** The advertiser's own app at a network, by which accounts are reached. */
export const NetworkApp = z.object({
  /** null: not entered yet. */
  app_id: z.string().nullable(),
  /** The first characters. */
  app_secret_hint: z.string().nullable(),
  /** To be entered at the network, as where people are sent back to. */
  redirect_uri: z.string(),
});
export type NetworkApp = z.infer<typeof NetworkApp>;

interface AppOfNetwork {
  tag: string;
  path: `/${string}`;
  /** In words. */
  network: string;
  reaches: string;
  appSecret: z.ZodString;
}

/** Entering the app of an advertiser, as with every network that has one. */
export const networkAppRoutes = ({ tag, path, network, reaches, appSecret }: AppOfNetwork) => ({
  get: route({
    method: 'GET',
    path: `${path}/settings`,
    tag,
    summary: `The app at ${network} by which ${reaches} are reached, without its secret`,
    access: inProject('connections.see'),
    query: z.object({ project_id: ProjectId }),
    response: NetworkApp,
  }),
  update: route({
    method: 'PUT',
    path: `${path}/settings`,
    tag,
    summary: `Enter the app at ${network} by which ${reaches} are reached`,
    access: inProject('connections.edit'),
    body: z.object({
      project_id: ProjectId,
      app_id: NetworkDigits(`an app id of ${network}`),
      /** Left out: the one that was entered stays. */
      app_secret: appSecret.optional(),
    }),
    response: NetworkApp,
  }),
});

/** Where somebody begins to connect. */
export const networkAuthRoute = ({
  tag,
  path,
  summary,
}: {
  tag: string;
  path: `/${string}`;
  summary: string;
}) =>
  route({
    method: 'GET',
    path: `${path}/auth`,
    tag,
    summary,
    access: inProject('connections.edit'),
    query: z.object({ project_id: ProjectId }),
    response: z.object({ auth_url: z.string() }),
  });
