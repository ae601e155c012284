import { NO_ID } from '@trailmark/core/metrics/counters';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { candidateStatement, LOOKUP_KEYS, type LookedUpBy } from './candidate-statement.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface PlanNode {
  'Node Type': string;
  Plans?: PlanNode[];
}

const typesOf = (node: PlanNode): string[] => [node['Node Type'], ...(node.Plans ?? []).flatMap(typesOf)];

describe('the look-up of touches', () => {
  test.each<LookedUpBy>([
    { clickId: 'recent', advertisingId: true, ip: true },
    { clickId: null, advertisingId: true, ip: false },
    { clickId: null, advertisingId: false, ip: true },
  ])('asks for each touch by itself and joins no whole table: %j', async (by) => {
    const now = server.clock.now();
    const statement = `explain (format json) ${candidateStatement(now, by)}`;
    const explained = CompiledQuery.raw(statement, [NO_ID, now, ...LOOKUP_KEYS.values([])]);
    const { rows } = await server.db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explained);
    const types = rows.flatMap((row) => typesOf(row['QUERY PLAN'][0].Plan));
    expect(types).toContain('Nested Loop');
    expect(types.filter((type) => /^(Hash|Merge) Join$/.test(type))).toEqual([]);
  });
});
