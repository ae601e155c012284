import { z } from 'zod';
import { parseJson } from '../receivers/request-content.ts';
import type { Answer, ToolRequest } from '../receivers/tool.ts';
import { adsError } from './google-error.ts';
import type { GoogleState } from './google-state.ts';

/** Range limits of 0 count as not set. */
const Limit = z.number().min(0).optional();

const isRange = (min: number | undefined, max: number | undefined) => !max || (min ?? 0) <= max;

/** MappedEvent: a range or a value, of revenue and of occurrences. */
const Event = z
  .strictObject({
    mappedEventName: z.string().min(1).max(100),
    currencyCode: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
    eventRevenueRange: z.strictObject({ minEventRevenue: Limit, maxEventRevenue: Limit }).optional(),
    eventRevenueValue: z.number().optional(),
    eventOccurrenceRange: z
      .strictObject({ minEventCount: z.int().min(0).optional(), maxEventCount: z.int().min(0).optional() })
      .optional(),
    eventCounter: z.int().min(0).optional(),
  })
  .refine((event) => event.eventRevenueRange === undefined || event.eventRevenueValue === undefined)
  .refine((event) => event.eventOccurrenceRange === undefined || event.eventCounter === undefined)
  .refine(({ eventRevenueRange: range, currencyCode }) => range === undefined || currencyCode !== undefined)
  .refine(({ eventRevenueRange: range }) => isRange(range?.minEventRevenue, range?.maxEventRevenue))
  .refine(({ eventOccurrenceRange: range }) => isRange(range?.minEventCount, range?.maxEventCount));

const Mapping = z.strictObject({
  minTimePostInstallHours: z.int().min(0).optional(),
  maxTimePostInstallHours: z.int().min(0).optional(),
  mappedEvents: z.array(Event).min(1),
});

const Fine = z.strictObject({
  fineGrainedConversionValue: z.int().min(0).max(63),
  conversionValueMapping: Mapping,
});

const LOCKS = [
  ...(['lockWindowCoarseConversionValue', 'lockWindowFineConversionValue', 'lockWindowEvent'] as const),
];

/** PostbackMapping: at most one of three locks. */
const Postback = z
  .strictObject({
    postbackSequenceIndex: z.int().min(0).max(2),
    coarseGrainedConversionValueMappings: z.strictObject({
      lowConversionValueMapping: Mapping.optional(),
      mediumConversionValueMapping: Mapping.optional(),
      highConversionValueMapping: Mapping.optional(),
    }),
    lockWindowCoarseConversionValue: z.enum(['LOW', 'MEDIUM', 'HIGH']).optional(),
    lockWindowFineConversionValue: z.int().min(0).max(63).optional(),
    lockWindowEvent: z.string().min(1).optional(),
  })
  .refine((postback) => LOCKS.filter((lock) => postback[lock] !== undefined).length <= 1)
  .refine(
    ({ postbackSequenceIndex, lockWindowFineConversionValue }) =>
      postbackSequenceIndex === 0 || lockWindowFineConversionValue === undefined,
  );

const isUnique = (values: readonly number[]) => new Set(values).size === values.length;

const Schema = z.strictObject({
  appId: z.string().regex(/^\d+$/),
  measurementWindowHours: z.int().min(1).max(1440),
  fineGrainedConversionValueMappings: z
    .array(Fine)
    .refine((all) => isUnique(all.map(({ fineGrainedConversionValue }) => fineGrainedConversionValue))),
  postbackMappings: z
    .array(Postback)
    .max(3)
    .refine((all) => isUnique(all.map(({ postbackSequenceIndex }) => postbackSequenceIndex))),
});

/** Exactly one operation, as documented. */
const Mutate = z.strictObject({
  operation: z.strictObject({ update: z.strictObject({ resourceName: z.string(), schema: Schema }) }),
  validateOnly: z.boolean().optional(),
  enableWarnings: z.boolean().optional(),
});

const refuse = (name: string, message: string): Answer =>
  adsError(400, ['customerSkAdNetworkConversionValueSchemaError', name], message);

/** customerSkAdNetworkConversionValueSchemas:mutate, which replaces the schema of an app. */
export function mutateSkanSchema(request: ToolRequest, customerId: string, state: GoogleState): Answer {
  const parsed = Mutate.safeParse(parseJson(request.body.toString('utf8')));
  if (!parsed.success) return refuse('INVALID_SCHEMA', z.prettifyError(parsed.error));
  const { resourceName, schema } = parsed.data.operation.update;
  const prefix = `customers/${customerId}/customerSkAdNetworkConversionValueSchemas/`;
  const accountLinkId = resourceName.startsWith(prefix) ? resourceName.slice(prefix.length) : '';
  const link = state.links.find(
    (own) => own.customerId === customerId && own.accountLinkId === accountLinkId,
  );
  if (!/^\d+$/.test(accountLinkId)) return refuse('INVALID_LINK_ID', 'The link id is invalid.');
  if (!link) return refuse('LINK_CODE_NOT_FOUND', 'The link does not exist.');
  if (link.appVendor !== 'APPLE_APP_STORE' || link.appId !== schema.appId) {
    return refuse('INVALID_APP_ID', 'The app id is not that of the link.');
  }
  if (parsed.data.validateOnly) return { status: 200, body: {} };
  state.skanSchemas.set(resourceName, schema);
  const isUnused = schema.fineGrainedConversionValueMappings.length < 2;
  const warning =
    isUnused && parsed.data.enableWarnings ? { warning: { code: 3, message: 'Few values.' } } : {};
  return { status: 200, body: { result: { resourceName, appId: schema.appId }, ...warning } };
}
