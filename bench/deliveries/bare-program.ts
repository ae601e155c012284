// The limit: undici in a loop, sending requests that were made before.
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { answerParent } from '../child.ts';
import type { SampleRequest } from './receiver-program.ts';

export interface BareOrder {
  port: number;
  file: string;
  connections: number;
  seconds: number;
}

answerParent<BareOrder>(async ({ port, file, connections, seconds }) => {
  const samples = JSON.parse(readFileSync(file, 'utf8')) as SampleRequest[];
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections });
  const end = performance.now() + seconds * 1000;
  let next = 0;
  const work = async () => {
    while (performance.now() < end) {
      const sample = samples[next % samples.length];
      next += 1;
      if (!sample) return;
      const { path, headers, body } = sample;
      const answer = await pool.request({ method: 'POST', path, headers, body });
      await answer.body.text();
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: connections }, work));
  await pool.close();
  return { seconds: (performance.now() - begun) / 1000 };
});
