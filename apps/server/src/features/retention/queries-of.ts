import { CompiledQuery } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { Queries } from '../../db/partitions.ts';

/** Plain statements over the connections of the query builder. */
export function queriesOf(db: Db): Queries {
  return {
    query: (text, values = []) => db.executeQuery(CompiledQuery.raw(text, values)),
  };
}
