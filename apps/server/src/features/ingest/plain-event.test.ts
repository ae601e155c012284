import { CaptureEventBody } from '@trailmark/contract/client-bodies';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainEvent } from './plain-event.ts';

const text = fc.oneof(
  { weight: 8, arbitrary: fc.string({ minLength: 1, maxLength: 12 }) },
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '',
    '<null>',
    'unknown',
    '00-0',
    ' padded ',
    '$reserved',
    'name',
    'a'.repeat(64),
    'a'.repeat(101),
    'a\u0000b',
    '\ud800',
  ),
);
const anything = fc.oneof(text, fc.integer(), fc.double(), fc.constant(null), fc.boolean(), fc.array(text));
const bag = fc.oneof(
  { weight: 10, arbitrary: fc.dictionary(text, anything) },
  { weight: 1, arbitrary: anything },
  { weight: 1, arbitrary: fc.constant(JSON.parse('{"__proto__": 1, "kept": 2}') as unknown) },
);
const mostly = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: anything });
const body = fc.record(
  {
    install_instance_id: mostly(text),
    event_name: mostly(text),
    event_id: mostly(text),
    user_id: mostly(text),
    platform: mostly(fc.constantFrom('IOS', 'ANDROID', 'IOS', 'ANDROID', 'WEB', 'ios')),
    event_data: bag,
    device_data: bag,
    time_since_app_install: mostly(fc.double({ noNaN: true, noDefaultInfinity: true })),
    occurred_at: mostly(text),
    sent_at: mostly(text),
    consent: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, bag),
    debug: anything,
  },
  { requiredKeys: ['install_instance_id', 'event_name', 'platform'] },
);

test('whatever is read without the schema, the schema reads the same', () => {
  let plain = 0;
  fc.assert(
    fc.property(body, (given) => {
      const read = plainEvent(given);
      if (read === null) return;
      plain += 1;
      expect(read).toEqual(CaptureEventBody.parse(given));
    }),
    { numRuns: 5000 },
  );
  expect(plain).toBeGreaterThan(100);
});

test('an event of a published client is read without the schema', () => {
  const given = {
    token: 't',
    event_name: 'checkout started',
    event_data: { item: 'sku-1', price: 199.5 },
    device_data: { device: 'Pixel 7' },
    install_instance_id: 'aB3dE6gH9jK2mN5pQ8rS',
    time_since_app_install: 12.5,
    platform: 'ANDROID',
  };
  expect(plainEvent(given)).toEqual(CaptureEventBody.parse(given));
});
