import { SkanSchema, type SkanWindow } from '@trailmark/contract/skan-bases';
import type { Decode, DecodedValue } from '@trailmark/core/skan/report/decoded-sums';
import type { PostbackCell } from '@trailmark/core/skan/report/postback-cell';
import { decodeCoarse, decodeFine } from '@trailmark/core/skan/schema/decode';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';

/** Which schema was in force when. */
export interface SchemaTimeline {
  /** When schemas came into force, in rising order. */
  activatedAt: Date[];
  /** By the schema that was in force when the install was, on average, or the first that came into force in its window. */
  decode: Decode;
  /** The version that a cell is decoded by; null: none was active. */
  versionOf(cell: PostbackCell): number | null;
}

interface Activation {
  at: Date;
  version: number;
  schema: unknown;
}

/** Where values were switched off the version stays: it explains those that phones still have. */
async function listActivations(tx: Tx, projectId: string): Promise<Activation[]> {
  const { rows } = await sql<Activation>`
    select a.changed_at as at, a.version, v.schema
    from skan_activations a join skan_schemas v on v.project_id = ${projectId} and v.version = a.version
    where a.project_id = ${projectId} order by a.changed_at`.execute(tx);
  return rows;
}

function decodeValue(schema: SkanSchema, { sequence, fine, coarse }: PostbackCell): DecodedValue | null {
  if (fine !== null) return decodeFine(schema, fine);
  return coarse === null ? null : decodeCoarse(schema, sequence as SkanWindow, coarse);
}

export async function readTimeline(tx: Tx, projectId: string): Promise<SchemaTimeline> {
  const activations = await listActivations(tx, projectId);
  const schemas = activations.map(({ schema }) => SkanSchema.parse(schema));
  const known = new Map<string, DecodedValue | null>();
  const read = (cell: PostbackCell) => {
    const schema = schemas[cell.activation - 1];
    return schema ? decodeValue(schema, cell) : null;
  };
  return {
    activatedAt: activations.map(({ at }) => at),
    versionOf: ({ activation }) => activations[activation - 1]?.version ?? null,
    decode(cell) {
      const key = `${cell.activation} ${cell.sequence} ${cell.fine} ${cell.coarse}`;
      const decoded = known.has(key) ? (known.get(key) ?? null) : read(cell);
      known.set(key, decoded);
      return decoded;
    },
  };
}
