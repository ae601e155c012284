import { describe, expect, it } from 'vitest';
import { eventReader } from './event-reader.ts';

const TEXT = 'retry: 3000\n\nevent: item\ndata: {"id":"1"}\n\n: here\n\nevent: item\ndata: a\ndata: b\n\n';
const MESSAGES = [
  { event: 'item', data: '{"id":"1"}' },
  { event: 'item', data: 'a\nb' },
];

describe('eventReader', () => {
  it('reads messages and passes over signs of life', () => {
    expect(eventReader()(TEXT)).toEqual(MESSAGES);
  });

  it.each([1, 2, 3, 7])('reads the same from pieces of %d letters', (size) => {
    const read = eventReader();
    const pieces = TEXT.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    expect(pieces.flatMap((piece) => read(piece))).toEqual(MESSAGES);
  });

  it.each([1, 100])('knows all three line ends, also in pieces of %d letters', (size) => {
    const read = eventReader();
    const text = 'data: one\r\n\r\ndata: two\r\rdata: three\n\n.';
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    const data = pieces.flatMap((piece) => read(piece)).map((message) => message.data);
    expect(data).toEqual(['one', 'two', 'three']);
  });

  it('takes away one space only, and calls a message without a name "message"', () => {
    expect(eventReader()('data:  x\n\n')).toEqual([{ event: 'message', data: ' x' }]);
  });

  it('gives nothing for a message that is not complete', () => {
    expect(eventReader()('event: item\ndata: 1\n')).toEqual([]);
  });
});
