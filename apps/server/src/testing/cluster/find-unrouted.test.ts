import { expect, test } from 'vitest';
import { findUnrouted } from './find-unrouted.ts';

const DISTRIBUTED = new Set(['clicks', 'links', 'installs']);

test.each([
  ['a parameter', 'select * from clicks where project_id = $1'],
  [
    'a parameter with a cast, on either side',
    'delete from clicks c where $2::uuid = c.project_id and c.id = $1',
  ],
  [
    'a join by project',
    'select * from clicks c join links l on l.project_id = c.project_id where c.project_id = $1',
  ],
  [
    'a join that uses the project',
    'select * from clicks join links using (project_id, id) where project_id = $1',
  ],
  [
    'an update from a list of values',
    'update links set name = v.name from unnest($2::uuid[]) v (id) where project_id = $1',
  ],
  ['a common table expression', 'with c as (select id from clicks where project_id = $1) select * from c'],
  ['a name that a common table expression takes', 'with clicks as (select 1 as id) select * from clicks'],
  ['a reference table', 'select * from projects'],
  ['an insert of values', 'insert into clicks (project_id, id) values ($1, $2)'],
  ['what says that it is for all', '/* all projects */ delete from clicks where expires_at < $1'],
])('%s routes a statement', async (_name, text) => {
  expect(await findUnrouted(text, DISTRIBUTED)).toEqual([]);
});

test.each([
  ['no project', 'select * from clicks where id = $1', 'clicks'],
  ['a list of projects', 'select * from clicks where project_id = any($1::uuid[])', 'clicks'],
  ['one project or another', 'select * from clicks where project_id = $1 or project_id = $2', 'clicks'],
  [
    'a record set',
    'select * from clicks c, unnest($1::uuid[]) r (project_id) where c.project_id = r.project_id',
    'clicks',
  ],
  [
    'a common table expression',
    'with r as (select $1::uuid as project_id) select * from clicks c join r on r.project_id = c.project_id',
    'clicks',
  ],
  [
    'an outer row',
    'select * from links l where l.project_id = $1 and exists (select from clicks c where c.project_id = l.project_id)',
    'clicks',
  ],
  [
    'the row before a lateral',
    'select * from projects p, lateral (select * from clicks c where c.project_id = p.project_id limit 1) x',
    'clicks',
  ],
  [
    'one side of a union',
    'select id from clicks where project_id = $1 union all select id from installs',
    'installs',
  ],
  [
    'a table joined by another column',
    'select * from clicks c join links l on l.id = c.link_id where c.project_id = $1',
    'links',
  ],
  ['an insert that reads', 'insert into links (project_id, id) select project_id, id from clicks', 'clicks'],
  ['a deletion by another table', 'delete from projects p using clicks c where c.id = p.id', 'clicks'],
])('%s routes none', async (_name, text, table) => {
  expect(await findUnrouted(text, DISTRIBUTED)).toEqual([table]);
});
