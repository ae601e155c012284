import { z } from 'zod';
import { Cursor, Instant, ProjectId, page, storable } from './fields.ts';
import { inProject, privateKey, route } from './route.ts';

/** Postbacks of SKAdNetwork and AdAttributionKit, as they were received. */

export const SKAN_FRAMEWORKS = ['skadnetwork', 'adattributionkit'] as const;
export const SKAN_VERDICTS = ['valid', 'invalid', 'unverifiable', 'development'] as const;
export const SKAN_CAME_BY = ['device', 'forward', 'test'] as const;

/** Why a postback is not counted, in words. */
export const NOT_COUNTED = {
  invalid: 'The signature is not Apple’s, or something that it signs was changed.',
  unverifiable: 'The signature cannot be checked here: the key or the curve is not known.',
  development: 'It is of a test or a development build. The settings say whether such postbacks count.',
  replay: 'Another copy of this postback, with other values, was received first.',
  unknown_version: 'Its version is newer than what is known here.',
  test: 'It was sent by the test tool.',
  incomplete: 'A field is missing, or is not as Apple sends it.',
} as const;
export type NotCounted = keyof typeof NOT_COUNTED;
const NOT_COUNTED_WORDS = Object.keys(NOT_COUNTED) as [NotCounted, ...NotCounted[]];

const Framework = z.enum(SKAN_FRAMEWORKS, { error: 'is not skadnetwork or adattributionkit' });
const Verdict = z.enum(SKAN_VERDICTS, { error: 'is not a verdict' });

export const SkanPostbackRow = z.object({
  postback_id: z.uuid(),
  received_at: Instant,
  framework: Framework,
  /** As sent; null: SKAdNetwork 1.0, and AdAttributionKit. */
  version: z.string().nullable(),
  came_by: z.enum(SKAN_CAME_BY),
  verdict: Verdict,
  counted: z.boolean(),
  not_counted: z.enum(NOT_COUNTED_WORDS).nullable(),
  network_id: z.string().nullable(),
  transaction_id: z.string().nullable(),
  /** The conversion window, 0 to 2. */
  sequence: z.int().nullable(),
  app_id: z.number(),
  /** Two to four digits. */
  source_identifier: z.string().nullable(),
  /** The campaign id of versions below 4.0. */
  campaign_number: z.int().nullable(),
  conversion_type: z.enum(['download', 'redownload', 're-engagement']).nullable(),
  fidelity: z.int().nullable(),
  /** null: the version has none, and all its postbacks won. */
  did_win: z.boolean().nullable(),
  interaction: z.enum(['view', 'click']).nullable(),
  source_app_id: z.number().nullable(),
  source_domain: z.string().nullable(),
  marketplace: z.string().nullable(),
  country: z.string().nullable(),
  /** null is not 0: Apple withholds the value. */
  fine_value: z.int().nullable(),
  coarse_value: z.enum(['low', 'medium', 'high']).nullable(),
  network_campaign_id: z.string().nullable(),
  network_campaign_name: z.string().nullable(),
  /** Crowd anonymity as far as the fields show it, 0 to 3; null below version 4.0. */
  estimated_tier: z.int().nullable(),
});
export type SkanPostbackRow = z.infer<typeof SkanPostbackRow>;

const tag = 'SKAN';
const PostbackId = z.uuid('is not a postback id').toLowerCase();
const yesOrNo = z.enum(['true', 'false'], { error: 'is not true or false' }).transform((it) => it === 'true');

export const listSkanPostbacks = route({
  method: 'GET',
  path: '/project/skan/postbacks',
  tag,
  summary: 'Postbacks as they were received, newest first, with the verdict about each signature',
  // For guests there are those that are certainly of a shared campaign, as in the report.
  access: inProject('reports.see'),
  query: z.object({
    project_id: ProjectId,
    verdict: Verdict.optional(),
    framework: Framework.optional(),
    /** An ad network id. */
    network: z
      .string()
      .max(100, 'is not a network')
      .refine(storable, { message: 'is not a network' })
      .optional(),
    counted: yesOrNo.optional(),
    not_counted: z.enum(NOT_COUNTED_WORDS, { error: 'is not a reason' }).optional(),
    sequence: z.enum(['0', '1', '2'], { error: 'is not 0, 1 or 2' }).transform(Number).optional(),
    /** When it was received. */
    from: Instant.optional(),
    to: Instant.optional(),
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: page(SkanPostbackRow),
});

export const getSkanPostback = route({
  method: 'GET',
  path: '/project/skan/postbacks/:postback_id',
  tag,
  summary: 'A postback with the body as it was received, and why it does not count',
  access: inProject('reports.see'),
  params: z.object({ postback_id: PostbackId }),
  query: z.object({ project_id: ProjectId }),
  response: SkanPostbackRow.extend({
    /** The body. */
    raw: z.string(),
    /** In words; null: it counts. */
    reason: z.string().nullable(),
  }),
});

export const SkanSettings = z.object({
  /** Whether postbacks of tests and development builds count. */
  count_development: z.boolean(),
  /** Which digits are left of a source identifier of four when Apple shortens it. */
  digits_kept: z.enum(['last', 'first'], { error: 'is not last or first' }),
});
export type SkanSettings = z.infer<typeof SkanSettings>;

const SkanSetUp = SkanSettings.extend({
  /** Apps of the project in the App Store; false: another project has listed the app before, and has its postbacks. */
  apps: z.array(z.object({ app_id: z.string(), name: z.string(), receives: z.boolean() })),
  /** Where devices send postbacks to, below the registrable domain of an app’s Info.plist. */
  paths: z.object({ skadnetwork: z.string(), adattributionkit: z.string() }),
  /** Where ad networks forward postbacks to, with a private key of the project. */
  forward_url: z.string(),
  /** The address that the paths of a domain of your own are routed to. */
  server_url: z.string(),
  /** Of the last 30 days: identical repeats, and what was beyond the limit of uncounted postbacks. */
  repeats: z.number(),
  dropped: z.number(),
  last_received_at: Instant.nullable(),
});

export const getSkanSettings = route({
  method: 'GET',
  path: '/project/skan/settings',
  tag,
  summary: 'Which postbacks count, which apps are received, and where postbacks are sent to',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: SkanSetUp,
});

export const updateSkanSettings = route({
  method: 'PUT',
  path: '/project/skan/settings',
  tag,
  summary: 'Change which postbacks count. What is stored already stays as it was judged',
  access: inProject('connections.edit'),
  query: z.object({ project_id: ProjectId }),
  body: SkanSettings.partial(),
  response: SkanSetUp,
});

/** What a domain answers: we do; somebody else does; a redirect, which devices do not follow; nobody. */
export const SKAN_REACHED = ['ours', 'someone_else', 'redirect', 'no_answer'] as const;

export const checkSkanSetUp = route({
  method: 'POST',
  path: '/project/skan/set-up-check',
  tag,
  summary: 'Ask a domain, as a device does, whether postbacks that are sent to it arrive here',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  body: z.object({
    /** As in the Info.plist: a domain, or an address. */
    domain: z.string().trim().min(1, 'is required').max(300, 'is not a domain'),
  }),
  response: z.object({
    /** The registrable part, which is all that devices use. */
    domain: z.string(),
    checks: z.array(
      z.object({
        framework: Framework,
        url: z.string(),
        reached: z.enum(SKAN_REACHED),
        status: z.int().nullable(),
        /** In words: what was found, and what to do. */
        says: z.string(),
      }),
    ),
  }),
});

export const sendSkanTest = route({
  method: 'POST',
  path: '/project/skan/test-postbacks',
  tag,
  summary:
    'Sign sample postbacks with a key made for this call and send them to the public address. None counts',
  access: inProject('connections.edit'),
  query: z.object({ project_id: ProjectId }),
  body: z.object({
    /** The first app of the project that receives postbacks, unless given. */
    app_id: z
      .string()
      .regex(/^\d{1,15}$/, 'is not an App Store id')
      .optional(),
  }),
  response: z.object({
    app_id: z.string(),
    url: z.string(),
    sent: z.array(
      z.object({
        name: z.string(),
        framework: Framework,
        body: z.string(),
        /** null: no answer. */
        status: z.int().nullable(),
        verdict: Verdict.nullable(),
        expected: Verdict,
        passed: z.boolean(),
        postback_id: z.uuid().nullable(),
      }),
    ),
  }),
});

export const SKAN_BODY_LIMIT = 16 * 1024;

export const forwardSkanPostback = route({
  method: 'POST',
  path: '/v1/skan-postback',
  tag: 'Server to server',
  summary: 'An ad network forwards a postback: the body that Apple sent to it, with keys of its own',
  access: privateKey,
  body: z.looseObject({
    /** SKAdNetwork. */
    'app-id': z.union([z.number(), z.string()]).optional(),
    /** AdAttributionKit. */
    'jws-string': z.string().optional(),
    /** When the network received it: an instant in ISO 8601, or seconds. */
    timestamp: z.union([z.number(), z.string()]).nullish(),
    'ad-network-campaign-id': z.union([z.number(), z.string()]).nullish(),
    'ad-network-campaign-name': z.string().nullish(),
  }),
  bodyLimit: SKAN_BODY_LIMIT,
  response: z.object({
    postback_id: z.uuid(),
    /** repeat: it was known already. dropped: too many uncounted ones today. */
    outcome: z.enum(['stored', 'repeat', 'dropped']),
    verdict: Verdict,
    /** null: it counts. */
    not_counted: z.enum(NOT_COUNTED_WORDS).nullable(),
  }),
});
