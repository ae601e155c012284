import { describe, expect, it } from 'vitest';
import type { ToolRequest } from '../receivers/tool.ts';
import { GOOGLE_LINKS } from './google-ads.data.ts';
import { createGoogleState } from './google-state.ts';
import { mutateSkanSchema } from './skan-schema.ts';

const IOS = GOOGLE_LINKS[1] as (typeof GOOGLE_LINKS)[number];
const NAME = `customers/${IOS.customerId}/customerSkAdNetworkConversionValueSchemas/${IOS.accountLinkId}`;

const EVENT = { mappedEventName: 'signup', eventOccurrenceRange: { minEventCount: 1 } };
const value = (fineGrainedConversionValue: number, event: object = EVENT) => ({
  fineGrainedConversionValue,
  conversionValueMapping: { mappedEvents: [event] },
});
const schema = (over: object = {}) => ({
  appId: IOS.appId,
  measurementWindowHours: 48,
  fineGrainedConversionValueMappings: [value(0), value(1)],
  postbackMappings: [{ postbackSequenceIndex: 1, coarseGrainedConversionValueMappings: {} }],
  ...over,
});

function mutate(
  given: object,
  { resourceName = NAME, ...over }: { resourceName?: string; validateOnly?: boolean } = {},
) {
  const state = createGoogleState();
  const body = { operation: { update: { resourceName, schema: given } }, ...over };
  const request = { body: Buffer.from(JSON.stringify(body)) } as ToolRequest;
  return { answer: mutateSkanSchema(request, IOS.customerId, state), state };
}

describe('the schema of SKAN at Google', () => {
  it('is replaced, unless it is only validated', () => {
    expect(mutate(schema()).answer).toEqual({
      status: 200,
      body: { result: { resourceName: NAME, appId: IOS.appId } },
    });
    const { answer, state } = mutate(schema(), { validateOnly: true });
    expect([answer, state.skanSchemas.size]).toEqual([{ status: 200, body: {} }, 0]);
  });

  it.each<[string, object, string, string?]>([
    ['a value above 63', schema({ fineGrainedConversionValueMappings: [value(64)] }), 'INVALID_SCHEMA'],
    ['a value twice', schema({ fineGrainedConversionValueMappings: [value(1), value(1)] }), 'INVALID_SCHEMA'],
    ['a field that is not documented', schema({ version: 1 }), 'INVALID_SCHEMA'],
    [
      'revenue without a currency',
      schema({
        fineGrainedConversionValueMappings: [
          value(1, { mappedEventName: 'a', eventRevenueRange: { minEventRevenue: 1 } }),
        ],
      }),
      'INVALID_SCHEMA',
    ],
    [
      'two locks of one window',
      schema({
        postbackMappings: [
          {
            postbackSequenceIndex: 0,
            coarseGrainedConversionValueMappings: {},
            lockWindowEvent: 'a',
            lockWindowFineConversionValue: 3,
          },
        ],
      }),
      'INVALID_SCHEMA',
    ],
    ['another app', schema({ appId: '1' }), 'INVALID_APP_ID'],
    ['an unknown link', schema(), 'LINK_CODE_NOT_FOUND', NAME.replace(/\d+$/, '5')],
    ['no link', schema(), 'INVALID_LINK_ID', 'customers/1/x'],
  ])('is refused with %s', (_, given, name, resourceName) => {
    const { answer } = mutate(given, resourceName ? { resourceName } : {});
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(name);
  });
});
