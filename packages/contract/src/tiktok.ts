import { z } from 'zod';
import { ProjectId } from './fields.ts';
import { NetworkAccount, NetworkAccountId, NetworkLogin } from './network-accounts.ts';
import { inProject, route } from './route.ts';

const tag = 'TikTok';
const path = '/project/integration/tiktok' as const;

const Digits = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{5,25}$/, `is not ${what}`);
/** A code or a token: it is sent in a header, which holds nothing but these characters. */
const Secret = (max: number) =>
  z
    .string()
    .trim()
    .min(8, 'is too short')
    .max(max, `is longer than ${max} characters`)
    .regex(/^[\x21-\x7e]+$/, 'contains other characters than letters, digits and signs');

/** The advertiser's own app at TikTok for Business, by which pixels are reached. */
export const TiktokSettings = z.object({
  /** null: not entered yet. */
  app_id: z.string().nullable(),
  /** The first characters. */
  app_secret_hint: z.string().nullable(),
  /** To be entered at TikTok as the advertiser redirect address. */
  redirect_uri: z.string(),
});
export type TiktokSettings = z.infer<typeof TiktokSettings>;

export const getTiktokSettings = route({
  method: 'GET',
  path: `${path}/settings`,
  tag,
  summary: 'The app at TikTok by which pixels are reached, without its secret',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: TiktokSettings,
});

export const updateTiktokSettings = route({
  method: 'PUT',
  path: `${path}/settings`,
  tag,
  summary: 'Enter the app at TikTok by which pixels are reached',
  access: inProject('connections.edit'),
  body: z.object({
    project_id: ProjectId,
    app_id: Digits('an app id of TikTok'),
    /** Left out: the one that was entered stays. */
    app_secret: z
      .string()
      .trim()
      .regex(/^[0-9a-z]{20,128}$/i, 'is not an app secret of TikTok')
      .optional(),
  }),
  response: TiktokSettings,
});

export const getTiktokAuth = route({
  method: 'GET',
  path: `${path}/auth`,
  tag,
  summary: 'Where somebody lets Trailmark read their advertisers and pixels',
  access: inProject('connections.edit'),
  query: z.object({ project_id: ProjectId }),
  response: z.object({ auth_url: z.string() }),
});

export const connectTiktok = route({
  method: 'POST',
  path: `${path}/auth/connect`,
  tag,
  summary: 'Take the code that TikTok sent back, for a token that holds until it is revoked',
  access: inProject('connections.edit'),
  body: z
    .object({
      project_id: ProjectId,
      /** TikTok sends it back by both names; one is enough. */
      auth_code: Secret(2000).optional(),
      code: Secret(2000).optional(),
      state: Secret(2000),
    })
    .refine((body) => (body.auth_code ?? body.code) !== undefined, {
      path: ['auth_code'],
      message: 'is required',
    }),
  response: z.object({ login: NetworkLogin }),
});

/** A pixel that was not imported, or all pixels of an advertiser. */
export const TiktokLeftOut = z.object({
  advertiser_id: z.string(),
  /** null: every pixel of the advertiser. */
  pixel_code: z.string().nullable(),
  name: z.string(),
  /** In words. */
  reason: z.string(),
});
export type TiktokLeftOut = z.infer<typeof TiktokLeftOut>;

const Connected = z.object({ pixels: z.array(NetworkAccount), logins: z.array(NetworkLogin) });

export const importTiktokPixels = route({
  method: 'POST',
  path: `${path}/import/pixels`,
  tag,
  summary: 'Read the pixels of everybody who has connected',
  access: inProject('connections.edit'),
  body: z.object({ project_id: ProjectId }),
  response: Connected.extend({ left_out: z.array(TiktokLeftOut) }),
});

export const listTiktokPixels = route({
  method: 'GET',
  path: `${path}/pixels`,
  tag,
  summary: 'Connected pixels, and by whose login they are reached',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: Connected,
});

const PixelParams = z.object({ account_id: NetworkAccountId });

/** Where the conversions of a pixel and its apps are sent, without the token. */
export const TiktokPixel = z.object({
  account_id: z.uuid(),
  advertiser_id: z.string(),
  pixel_code: z.string(),
  name: z.string(),
  /** TikTok's own ids of the apps; null: events of that app are not sent. */
  app_ids: z.object({ android: z.string().nullable(), ios: z.string().nullable() }),
  /** Events with it are shown under Test events at TikTok. */
  test_event_code: z.string().nullable(),
  /** The first characters of the pixel's own token; null: the token of the login is used. */
  access_token_hint: z.string().nullable(),
});
export type TiktokPixel = z.infer<typeof TiktokPixel>;

export const getTiktokPixel = route({
  method: 'GET',
  path: `${path}/pixel/:account_id`,
  tag,
  summary: 'Where the conversions of a pixel are sent, without its token',
  access: inProject('connections.see'),
  params: PixelParams,
  query: z.object({ project_id: ProjectId }),
  response: TiktokPixel,
});

const AppId = Digits('an app id of TikTok').nullish();

export const updateTiktokPixel = route({
  method: 'PUT',
  path: `${path}/pixel/:account_id`,
  tag,
  summary: 'Change the apps, the test code and the token of a pixel; what is left out stays',
  access: inProject('connections.edit'),
  params: PixelParams,
  query: z.object({ project_id: ProjectId }),
  body: z.object({
    app_ids: z.object({ android: AppId, ios: AppId }).optional(),
    test_event_code: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9_]{1,40}$/, 'is not a test event code of TikTok')
      .nullish(),
    /** Generated by hand in Events Manager. null: deleted, and the token of the login is used. */
    access_token: Secret(1000).nullish(),
  }),
  response: TiktokPixel,
});

export const deleteTiktokPixel = route({
  method: 'DELETE',
  path: `${path}/pixel/:account_id`,
  tag,
  summary: 'Disconnect a pixel; the last one of a login deletes its tokens',
  access: inProject('connections.edit'),
  params: PixelParams,
  query: z.object({ project_id: ProjectId }),
  response: Connected,
});
