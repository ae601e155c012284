import { describe, expect, test } from 'vitest';
import { renameTables } from './shard-names.ts';

const SHARD = {
  own: new Map([
    ['events', 'events_7'],
    ['clicks', 'clicks_8'],
    ['installs', 'installs_9'],
  ]),
  everywhere: new Map([['projects', 'projects_1']]),
};
const renamed = (text: string) => renameTables(text, SHARD);

describe('the tables of a shard', () => {
  test.each([
    ['select * from events', 'select * from events_7 as events'],
    ['select e.a from events e where e.a = 1', 'select e.a from events_7 e where e.a = 1'],
    ['select 1 from events as e, clicks', 'select 1 from events_7 as e, clicks_8 as clicks'],
    [
      'select 1 from events join clicks using (id) left join projects p on p.a = events.a',
      'select 1 from events_7 as events join clicks_8 as clicks using (id) left join projects_1 p on p.a = events.a',
    ],
    [
      'select 1 from x where exists (select from EVENTS)',
      'select 1 from x where exists (select from events_7 as events)',
    ],
    [
      'select a, clicks, count(*) as installs from events e',
      'select a, clicks, count(*) as installs from events_7 e',
    ],
    ['select a from x order by a, clicks', 'select a from x order by a, clicks'],
    ['select 1 from events e for update of e', 'select 1 from events_7 e for update of e'],
    [
      'select extract(day from clicks), a is distinct from clicks from other, lateral (select 1 from installs)',
      'select extract(day from clicks), a is distinct from clicks from other, lateral (select 1 from installs_9 as installs)',
    ],
    ['select \'from events\', "clicks" from public.events -- from clicks', null],
    ['with events as (select 1) select * from events', null],
    ['with "events" as (select 1) select * from "events" as "from"', null],
    [
      'select "events"."from" from "events" inner join "clicks" as "c" on "c"."a" = "events"."a"',
      'select "events"."from" from events_7 as events inner join clicks_8 as "c" on "c"."a" = "events"."a"',
    ],
    ['lock table projects in share mode', 'lock table projects_1 in share mode'],
    [
      'select 1 from ((events e join clicks c on c.a = e.a) left join (select 1 from installs) i on true), projects',
      'select 1 from ((events_7 e join clicks_8 c on c.a = e.a) left join (select 1 from installs_9 as installs) i on true), projects_1 as projects',
    ],
    [
      'with a (x, y) as materialized (select 1), clicks as not materialized (select 1 from installs i) select 1 from clicks, a',
      'with a (x, y) as materialized (select 1), clicks as not materialized (select 1 from installs_9 i) select 1 from clicks, a',
    ],
    ['select * from unnest($1::uuid[]) as events (id)', null],
    [
      'select 1 from a union all select b, clicks from events',
      'select 1 from a union all select b, clicks from events_7 as events',
    ],
  ])('are read: %s', (text, expected) => {
    expect(renamed(text)).toEqual({ text: expected ?? text, writes: false });
  });

  test.each([
    [
      'insert into events (a, b) select 1, 2 from clicks c on conflict (a) do update set b = excluded.b where events.b > 1',
      'insert into events_7 as events (a, b) select 1, 2 from clicks_8 c on conflict (a) do update set b = excluded.b where events.b > 1',
    ],
    [
      'update events set a = c.a, b = 2 from clicks c, installs where events.id = c.id returning events.a',
      'update events_7 as events set a = c.a, b = 2 from clicks_8 c, installs_9 as installs where events.id = c.id returning events.a',
    ],
    [
      'delete from events e using clicks where e.a = clicks.a',
      'delete from events_7 e using clicks_8 as clicks where e.a = clicks.a',
    ],
    ['insert into "events" ("a") values ($1)', 'insert into events_7 as events ("a") values ($1)'],
    ['with gone as (delete from events) select 1', 'with gone as (delete from events_7 as events) select 1'],
  ])('are written: %s', (text, expected) => {
    expect(renamed(text)).toEqual({ text: expected, writes: true });
  });

  test('are left to the cluster in a statement that changes what every node has', () => {
    const text = 'with a as (update events set b = 1) update projects set c = 1';
    expect(renamed(text)).toEqual({ text, writes: false });
  });
});
