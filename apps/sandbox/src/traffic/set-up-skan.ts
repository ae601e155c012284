import type { Scenario } from './scenario.ts';
import type { Project, Session } from './set-up.ts';

const DAY_MS = 86_400_000;
/** Postbacks of the first days of the demo are about installs of five weeks before. */
const EARLIER_MS = 42 * DAY_MS;

/** Signed up or not, and 31 buckets of what was paid: 64 values. */
const BASES = ['signup', { type: 'revenue', min: '49', max: '2999', buckets: 31 }];
const CANDIDATES = [
  { name: 'The active schema', bases: BASES },
  { name: 'With baskets', bases: ['signup', 'add_to_cart', { type: 'revenue' }] },
];

/** A schema that apps have used since before the demo began. */
export async function setUpSkan(
  { product, bearer }: Session,
  { projectId }: Project,
  scenario: Scenario,
): Promise<void> {
  const query = { project_id: projectId };
  const path = '/project/skan/schema-mapping';
  await product.call('POST', path, { bearer, query, body: { bases: BASES } });
  const since = new Date(scenario.start - EARLIER_MS).toISOString();
  await product.call('POST', '/project/skan/activate', {
    bearer,
    query,
    body: { activate_skan: true, since },
  });
}

/** Compares the schema with another one. */
export async function startBackTest({ product, bearer }: Session, { projectId }: Project): Promise<void> {
  const query = { project_id: projectId };
  await product.call('POST', '/project/skan/back-test', { bearer, query, body: { candidates: CANDIDATES } });
}

/** Reads the schema as Meta does, once somebody has entered its address there. */
export async function readSchemaAsMeta({ product, bearer }: Session, { projectId }: Project): Promise<void> {
  const query = { project_id: projectId };
  const path = '/project/skan/meta/status';
  const { schema_url } = await product.call<{ schema_url: string | null }>('GET', path, { bearer, query });
  if (schema_url) await fetch(schema_url);
}
