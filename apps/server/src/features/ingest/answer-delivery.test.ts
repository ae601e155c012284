import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { Resend } from '../../pipeline/group.ts';
import { watchAnswer } from './answer-delivery.ts';

function answer() {
  let ms = 1000;
  const response = Object.assign(new EventEmitter(), { closed: false, writableFinished: false });
  const delivery = watchAnswer(response, () => ms);
  const stored: string[] = [];
  const bring = (bodyKey: string): Resend => {
    const resend = {
      bodyKey,
      isAnswerLost: delivery.isLost,
      isLossStored: false,
      transactionId: null,
      isStored: false,
    };
    delivery.addResend(resend);
    return resend;
  };
  return {
    response,
    delivery,
    stored,
    bring,
    wait: (more: number) => {
      ms += more;
    },
    watch: () => delivery.whenLost(async (lost) => void stored.push(...lost.map(({ bodyKey }) => bodyKey))),
  };
}

test('an answer that is written is not lost, whatever becomes of the connection', async () => {
  const { response, delivery, stored, bring, watch } = answer();
  bring('a');
  await watch();
  response.emit('finish');
  response.emit('close');
  expect([delivery.isLost(), stored]).toEqual([false, []]);
});

test('an answer is lost when the connection is closed before it is written', async () => {
  const { response, delivery, stored, bring, watch } = answer();
  bring('a');
  bring('b');
  await watch();
  expect([delivery.isLost(), stored]).toEqual([false, []]);
  response.emit('close');
  expect([delivery.isLost(), stored]).toEqual([true, ['a', 'b']]);
});

test('an answer is lost when the connection was closed while the request was being stored', async () => {
  const { response, stored, bring, watch } = answer();
  bring('a');
  response.emit('close');
  await watch();
  expect(stored).toEqual(['a']);
});

test('an answer is lost when the connection was closed before anything without an identity was found', async () => {
  const { response, delivery, stored, bring, watch } = answer();
  response.closed = true;
  bring('a');
  expect(delivery.isLost()).toBe(true);
  await watch();
  expect(stored).toEqual(['a']);
});

test('a loss that is stored with its request is not stored again', async () => {
  const { response, stored, bring, watch } = answer();
  bring('a').isLossStored = true;
  bring('b');
  response.emit('close');
  await watch();
  expect(stored).toEqual(['b']);
});

test('an answer that takes more than 25 seconds is lost, one of 25 seconds is not', async () => {
  const { delivery, stored, bring, watch, wait } = answer();
  bring('a');
  wait(25_000);
  expect(delivery.isLost()).toBe(false);
  wait(1);
  expect(delivery.isLost()).toBe(true);
  await watch();
  expect(stored).toEqual(['a']);
});

test('an answer that was written in time is not lost later', () => {
  const { response, delivery, bring, wait } = answer();
  bring('a');
  response.emit('finish');
  wait(60_000);
  expect(delivery.isLost()).toBe(false);
});
