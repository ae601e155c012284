import type pg from 'pg';

/** Takes statements one by one; a transaction takes a client. */
export interface Queries {
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}
