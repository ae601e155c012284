import { expect, test } from 'vitest';
import { createLog } from '../platform/log.ts';
import { logIdleError } from './database.ts';

test('a connection that broke is logged with its reason and nothing that it holds', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const error = Object.assign(new Error('terminated'), { code: '57P01', client: { secretKey: 987_654_321 } });
  logIdleError(log)(error);
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ reason: 'terminated', code: '57P01' });
  expect(lines.join()).not.toContain('987654321');
});
