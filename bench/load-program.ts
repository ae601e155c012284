// The client: sends load from a separate process and reports the results.
import { readFileSync } from 'node:fs';
import { answerParent } from './child.ts';
import { type LoadResult, sendLoad } from './load-client.ts';
import { PREPARE } from './requests.ts';
import type { RequestKind, Samples } from './samples.ts';

export interface LoadOrder {
  kind: RequestKind;
  port: number;
  /** The status that a limit answers with; the product's own unless given. */
  status?: number;
  connections: number;
  seconds: number;
  run: string;
  count: number;
  skip: number;
  samplesFile: string;
}

export interface LoadAnswer extends LoadResult {
  /** Different things that were acknowledged. */
  acknowledged: number;
}

let known: { file: string; samples: Samples } | null = null;

function samplesOf(file: string): Samples {
  if (known?.file !== file) known = { file, samples: JSON.parse(readFileSync(file, 'utf8')) as Samples };
  return known.samples;
}

async function carryOut(order: LoadOrder): Promise<LoadAnswer> {
  const prepared = PREPARE[order.kind](samplesOf(order.samplesFile), order);
  const carried = new Uint8Array(prepared.things);
  const result = await sendLoad({
    ...order,
    requests: prepared.requests,
    status: order.status ?? prepared.status,
    onAnswered: (index) => {
      for (const thing of prepared.carries[index] ?? []) carried[thing] = 1;
    },
  });
  const acknowledged = carried.reduce((sum, one) => sum + one, 0);
  return { ...result, acknowledged };
}

answerParent(carryOut);
