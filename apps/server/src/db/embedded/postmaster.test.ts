import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { keepTail } from './postmaster.ts';

it('keeps the last lines, whole, however they arrive', async () => {
  const stream = new PassThrough();
  const tail = keepTail(stream, 3);
  for (const piece of ['one\ntw', 'o\nthree\n', 'four\nfive']) stream.write(piece);
  stream.end();
  await new Promise((resolve) => stream.on('end', resolve));
  expect(tail()).toEqual(['two', 'three', 'four', 'five']);
});
