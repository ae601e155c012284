import { z } from 'zod';

/** The product's batch size; its client never sends more at once. */
const MAX_BATCH = 50;

const HOUR_MS = 3_600_000;
const TRACK_WINDOW_MS = 5 * 24 * HOUR_MS;
const MAX_PROPERTIES = 254;
const TOO_MANY = `more than ${MAX_BATCH} items in one batch`;

// Values that mean "nobody" and would merge all such people into one:
// https://docs.mixpanel.com/reference/import-events
const NOBODY = new Set(
  '00000000-0000-0000-0000-000000000000 anon anonymous nil none null n/a na undefined unknown <nil> 0 -1 true false [] {}'.split(
    ' ',
  ),
);

const Id = z
  .string()
  .min(1, 'is empty')
  .refine((id) => !NOBODY.has(id.toLowerCase()), 'is a placeholder, not an id');
const InsertId = Id.refine(
  (id) => /^[A-Za-z0-9-]{1,36}$/.test(id),
  'is not 1 to 36 letters, digits or dashes',
);

// Seconds or milliseconds since 1970; no second of this century has twelve digits.
const toMs = (time: number) => (time > 99_999_999_999 ? time : time * 1000);
const Time = z
  .number('is missing or not a number')
  .refine((time) => toMs(time) <= Date.now() + HOUR_MS, 'is more than an hour ahead')
  .refine((time) => toMs(time) >= Date.now() - TRACK_WINDOW_MS, 'is older than five days');

const tokenSchema = (token: string) =>
  z.string('is missing').refine((given) => given === token, 'is not the token of this project');

export const eventsSchema = (token: string) =>
  z
    .array(
      z.looseObject({
        event: z.string('is missing').min(1, 'is empty'),
        properties: z
          .looseObject({
            token: tokenSchema(token),
            time: Time,
            $insert_id: InsertId,
            distinct_id: Id.optional(),
            $device_id: Id.optional(),
          })
          .refine(
            (properties) => properties.distinct_id || properties.$device_id,
            'has no distinct_id or $device_id',
          )
          .refine(
            (properties) => Object.keys(properties).length <= MAX_PROPERTIES,
            'has 255 properties or more',
          ),
      }),
    )
    .max(MAX_BATCH, TOO_MANY);
export type AnalyticsEvent = z.infer<ReturnType<typeof eventsSchema>>[number];

const Values = z.record(z.string(), z.unknown());
const OPERATIONS = {
  $set: Values.optional(),
  $set_once: Values.optional(),
  $union: z.record(z.string(), z.array(z.unknown())).optional(),
  $unset: z.array(z.string()).optional(),
  $remove: Values.optional(),
  $delete: z.unknown().optional(),
};
const PERSON_OPERATIONS = {
  ...OPERATIONS,
  $add: z.record(z.string(), z.number()).optional(),
  $append: Values.optional(),
};

const hasOneOf = (names: string[]) => (entry: object) => names.filter((name) => name in entry).length === 1;

export const profilesSchema = (token: string) =>
  z
    .array(
      z
        .looseObject({ $token: tokenSchema(token), $distinct_id: Id, ...PERSON_OPERATIONS })
        .refine(hasOneOf(Object.keys(PERSON_OPERATIONS)), 'must have exactly one operation'),
    )
    .max(MAX_BATCH, TOO_MANY);
export type ProfileUpdate = z.infer<ReturnType<typeof profilesSchema>>[number];

export const groupsSchema = (token: string) =>
  z
    .array(
      z
        .looseObject({
          $token: tokenSchema(token),
          $group_key: z.string('is missing').min(1, 'is empty'),
          $group_id: z.union([Id, z.number()]),
          ...OPERATIONS,
        })
        .refine(hasOneOf(Object.keys(OPERATIONS)), 'must have exactly one operation'),
    )
    .max(MAX_BATCH, TOO_MANY);
export type GroupUpdate = z.infer<ReturnType<typeof groupsSchema>>[number];
