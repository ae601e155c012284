import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Item, Resend } from '../../pipeline/group.ts';
import type { AnswerDelivery } from './answer-delivery.ts';
import { createCopiesInFlight } from './copies-in-flight.ts';
import { keyByPositionInBatch, ownerOf, resendOf } from './item-identity.ts';

afterEach(() => vi.restoreAllMocks());

const delivery = (isLost = false): AnswerDelivery => {
  const resends: Resend[] = [];
  return {
    isLost: () => isLost,
    resends,
    addResend: (resend) => void resends.push(resend),
    whenLost: async () => {},
  };
};
const inProject = (projectId: string, answered = delivery()) => ({
  project: { projectId },
  delivery: answered,
});
const batchOf = (size: number) =>
  Array.from({ length: size }, () => ({ resend: resendOf(inProject('p'), 'equal') as Resend }) as Item);

describe('items of a batch', () => {
  test('have a key of their batch and their place', () => {
    const [one, other] = [batchOf(3), batchOf(3)];
    const longer = batchOf(4);
    for (const batch of [one, other, longer]) keyByPositionInBatch(batch);
    const keys = (batch: Item[]) => batch.map(({ resend }) => resend?.bodyKey);
    expect(keys(one)).toEqual(keys(other));
    expect(new Set([...keys(one), ...keys(longer)]).size).toBe(7);
  });

  test('are hashed once each, however many there are', () => {
    const hashed = (size: number) => {
      const batch = batchOf(size);
      const spy = vi.spyOn(JSON, 'stringify');
      keyByPositionInBatch(batch);
      const characters = spy.mock.results.reduce((sum, { value }) => sum + String(value).length, 0);
      spy.mockRestore();
      return characters;
    };
    expect(hashed(500)).toBeLessThan(hashed(50) * 12);
  });
});

const device = (ids: Partial<Item['device']>) => ids as Item['device'];

test.each<[string, Parameters<typeof ownerOf>[0], string]>([
  ['the install', { installId: 'i', device: device({ advertisingId: 'a' }), userId: 'u' }, 'i'],
  [
    'the advertising id',
    { installId: '', device: device({ advertisingId: 'a', vendorId: 'v' }), userId: 'u' },
    'device:a',
  ],
  [
    'the vendor id',
    { installId: '', device: device({ advertisingId: null, vendorId: 'v' }), userId: 'u' },
    'device:v',
  ],
  ['the user', { installId: '', device: null, userId: 'u' }, 'user:u'],
])('the owner of an event is %s', (_, item, owner) => {
  expect(ownerOf(item)).toBe(owner);
});

test('an equal body of another project does not wait for a copy that is being stored', async () => {
  const copies = createCopiesInFlight();
  const [first, second] = [delivery(true), delivery()];
  resendOf(inProject('one', first), 'equal');
  resendOf(inProject('two', second), 'equal');
  const never = new Promise<never>(() => {});
  void copies.follow(() => never, first)([]);
  const added = vi.fn(async () => ({}) as never);
  await copies.follow(added, second)([]);
  expect(added).toHaveBeenCalledOnce();
});
