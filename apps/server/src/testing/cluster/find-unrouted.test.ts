import { expect, test } from 'vitest';
import { sameParameters } from '../recorded-statements.ts';
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
  [
    'a left join from a table with a parameter',
    'select * from clicks c left join links l on l.project_id = c.project_id where c.project_id = $1',
  ],
  [
    'an insert of what a table of the project has',
    'insert into links (project_id, id) select project_id, id from clicks where project_id = $1',
  ],
  [
    'an insert of a list for one project',
    'insert into links (project_id, id) select $1::uuid, r.id from unnest($2::uuid[]) r (id)',
  ],
  [
    'a merge with a parameter',
    'merge into links l using unnest($2::uuid[]) r (id) on l.project_id = $1 and l.id = r.id when matched then delete',
  ],
  ['a table of another schema', 'select * from graphile_worker.clicks'],
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
  [
    'the condition of a left join, to its left side,',
    'select * from clicks c left join links l on c.project_id = $1 and l.project_id = $1',
    'clicks',
  ],
  [
    'the right side of a left join, to its left side,',
    'select * from clicks c left join links l on l.project_id = c.project_id and l.project_id = $1',
    'clicks',
  ],
  ['a temporary table', 'create temp table c on commit drop as select * from clicks', 'clicks'],
  ['a cursor', 'declare c cursor for select * from clicks', 'clicks'],
  ['what comes behind another statement', 'begin; set local work_mem = 1; delete from clicks', 'clicks'],
  [
    'a merge by another column',
    'merge into links l using clicks c on l.id = c.link_id and c.project_id = $1 when matched then delete',
    'links',
  ],
  [
    'an insert of projects from a record set',
    'insert into links (id, project_id) select r.id, r.project_id from unnest($1::uuid[], $2::uuid[]) r (id, project_id)',
    'links',
  ],
  [
    'an insert of one project into another',
    'with c as (delete from clicks where project_id = $2) update links set id = $3 where project_id = $1',
    'clicks',
  ],
])('%s routes none', async (_name, text, table) => {
  expect(await findUnrouted(text, DISTRIBUTED)).toEqual([table]);
});

test('parameters that had one value are one project', async () => {
  const text = 'select * from clicks c, links l where c.project_id = $1 and l.project_id = $3';
  expect(await findUnrouted(text, DISTRIBUTED, [1, 2, 1])).toEqual([]);
  expect(await findUnrouted(text, DISTRIBUTED, [1, 2, 3])).toHaveLength(1);
  expect(sameParameters(['one', 2, 'one'])).toEqual([1, 2, 1]);
});
