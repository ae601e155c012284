import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { check, Violation } from './violation.ts';
import { parseJson } from './wire-body.ts';

const FULL_SNAPSHOT = 2;

const Params = z.looseObject({
  distinct_id: z.string('is missing').min(1, 'is empty'),
  seq: z.coerce.number().int().min(0),
  replay_id: z.string('is missing').min(1, 'is empty'),
  batch_start_time: z.coerce.number().positive(),
  replay_length_ms: z.coerce.number().min(0),
  replay_start_time: z.coerce.number().positive(),
  replay_start_url: z.url(),
  $current_url: z.url(),
  $lib_version: z.string('is missing'),
  mp_lib: z.literal('web'),
  format: z.enum(['gzip', 'body']),
});

const RecordedEvents = z
  .array(z.looseObject({ type: z.number(), timestamp: z.number() }))
  .min(1, 'the recording has no events');

export type Recording = z.infer<typeof Params> & { events: z.infer<typeof RecordedEvents> };

function unpack(body: Buffer, format: 'gzip' | 'body'): string {
  if (format === 'body') return body.toString('utf8');
  try {
    return gunzipSync(body).toString('utf8');
  } catch {
    throw new Violation('the body is not gzip although format says so');
  }
}

/** One batch of a session replay; the first one of a replay must hold the full picture that the rest build on. */
export function decodeRecording(query: unknown, contentType: string, body: Buffer): Recording {
  const params = check(Params, query);
  if (contentType !== 'application/octet-stream')
    throw new Violation('content type is not application/octet-stream');
  const events = check(RecordedEvents, parseJson(unpack(body, params.format), 'the recording'));
  if (params.seq === 0 && !events.some(({ type }) => type === FULL_SNAPSHOT)) {
    throw new Violation('the first batch of a replay has no full snapshot');
  }
  return { ...params, events };
}
