import type { FoundBy } from '@trailmark/contract/people';
import { clickIdOf } from '@trailmark/core/links/signed-click';
import { type RawBuilder, sql } from 'kysely';
import { isVisibleProfile, isVisibleUse, type Reader } from '../../access/visible-people-statement.ts';
import type { Db } from '../../db/connection.ts';

/** People that one search looks at, with devices of each; a longer text means fewer. */
const MOST_PEOPLE = 1000;
const MOST_DEVICES = 50;
const MOST_FOUND = 5000;
/** A beginning shorter than this is nobody's. */
const SHORTEST_PREFIX = 2;
/** Fewer digits are no phone number. */
const FEWEST_DIGITS = 7;
const PHONE = /^\+?[\d\s().-]+$/;

type Select = RawBuilder<unknown>;

function beginsWith(text: string): string {
  return `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
}

/** The limit is on who is tested, not on who passes: the first letters of a name must not test everybody. */
export function selectPeople(
  reader: Reader,
  column: 'email' | 'name',
  { prefix }: { prefix: string },
): RawBuilder<{ user_id: string }> {
  return sql`
    select c.user_id from (
      select user_id from people
      where project_id = ${reader.projectId} and lower(${sql.ref(column)}) like ${beginsWith(prefix)}
      limit ${MOST_PEOPLE}
    ) c where ${isVisibleProfile(reader, sql.ref('c.user_id'))}`;
}

/** Compared by its hash, which people are indexed by, so that spaces and dashes do not matter. */
function selectByPhone(reader: Reader, text: string): RawBuilder<{ user_id: string }> | null {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  if (!PHONE.test(text) || digits.length < FEWEST_DIGITS) return null;
  return sql`
    select c.user_id from (
      select user_id from people
      where project_id = ${reader.projectId} and phone is not null
        and sha256(('+' || ltrim(regexp_replace(phone, '\\D', '', 'g'), '0'))::bytea)
          = sha256(${`+${digits}`}::text::bytea)
      limit ${MOST_PEOPLE}
    ) c where ${isVisibleProfile(reader, sql.ref('c.user_id'))}`;
}

/** The installs of people, as far as the reader may know that they are theirs. */
function installsOf(reader: Reader, people: Select): Select {
  const isUse = isVisibleUse(reader, {
    installId: sql.ref('u.install_id'),
    userId: sql.ref('p.user_id'),
  });
  return sql`
    select d.install_id from (${people}) p cross join lateral (
      select u.install_id from person_installs u
      where u.project_id = ${reader.projectId} and u.user_id = p.user_id and ${isUse} limit ${MOST_DEVICES}
    ) d`;
}

function selectOfUser(reader: Reader, text: string): Select {
  const { projectId } = reader;
  const isUse = isVisibleUse(reader, { installId: sql.ref('u.install_id'), userId: sql.val(text) });
  return sql`
    (select u.install_id from installs u
      where u.project_id = ${projectId} and u.user_id = ${text} and ${isUse} limit ${MOST_PEOPLE})
    union
    (select u.install_id from person_installs u
      where u.project_id = ${projectId} and u.user_id = ${text} and ${isUse} limit ${MOST_PEOPLE})`;
}

/** A click that was credited; for a guest, to one of their campaigns. */
function selectOfClick({ projectId, scope }: Reader, clickId: string): Select {
  const isCredited = scope.all
    ? sql`true`
    : sql`exists (select from decisions d where d.project_id = ${projectId} and d.install_id = u.install_id
        and d.touch_id = u.touch_id and d.campaign_id = any(${scope.campaigns}::uuid[]))`;
  return sql`
    select u.install_id from touch_uses u
    where u.project_id = ${projectId} and u.touch_id = ${clickId}::uuid and ${isCredited}`;
}

/** Who paid; for a guest, while one of their campaigns was credited. */
function selectOfPayment({ projectId, scope }: Reader, text: string): Select {
  const isCredited = scope.all
    ? sql`true`
    : sql`exists (select from events e where e.project_id = ${projectId} and e.id = p.event_id
        and e.occurred_at = p.occurred_at and e.campaign_id = any(${scope.campaigns}::uuid[]))`;
  return sql`
    select p.install_id from payments p
    where p.project_id = ${projectId} and p.payment_id = ${text} and ${isCredited} limit ${MOST_PEOPLE}`;
}

/** Whom a code was issued to or redeemed by, by all that the network named them by. */
function selectOfCoupon(reader: Reader, text: string): Select {
  const { projectId, scope } = reader;
  const isShared = scope.all ? sql`true` : sql`e.campaign_id = any(${scope.campaigns}::uuid[])`;
  const named = installsOf(
    reader,
    sql`
      select n.user_id from n where n.user_id is not null
      union select q.user_id from people q join n
        on sha256(replace(lower(btrim(q.email)), '\\', '\\\\')::bytea) = n.hashed_email
        where q.project_id = ${projectId} and q.email is not null and ${isVisibleProfile(reader, sql.ref('q.user_id'))}
      union select q.user_id from people q join n
        on sha256(('+' || ltrim(regexp_replace(q.phone, '\\D', '', 'g'), '0'))::bytea) = n.hashed_phone
        where q.project_id = ${projectId} and q.phone is not null and ${isVisibleProfile(reader, sql.ref('q.user_id'))}`,
  );
  return sql`
    with n as materialized (
      select e.user_id, e.install_id, e.advertising_id, e.click_id, e.hashed_email, e.hashed_phone
      from coupon_events e
      where e.project_id = ${projectId} and e.code = ${text} and ${isShared}
      order by e.occurred_at desc limit ${MOST_PEOPLE})
    select n.install_id from n where n.install_id is not null
    union select i.install_id from installs i join n on n.advertising_id = i.advertising_id
      where i.project_id = ${projectId}
    union select u.install_id from touch_uses u join n on n.click_id = u.touch_id where u.project_id = ${projectId}
    union (${named})`;
}

const byId = (by: FoundBy, select: Select): [FoundBy, Select] => [by, select];

/** Every look-up is by an index, so that a search takes no longer in a large project. */
function selectsOf(reader: Reader, text: string): [FoundBy, Select][] {
  const { projectId } = reader;
  const spellings = [...new Set([text, text.toLowerCase(), text.toUpperCase()])];
  const isPrefix = text.length >= SHORTEST_PREFIX;
  const click = clickIdOf(text);
  const byPhone = selectByPhone(reader, text);
  const ofDevice = (column: 'advertising_id' | 'vendor_id') => sql`
    select install_id from installs
    where project_id = ${projectId} and ${sql.ref(column)} = any(${spellings}::text[]) limit ${MOST_FOUND}`;
  const byStart = (column: 'email' | 'name'): [FoundBy, Select] => [
    column,
    installsOf(reader, selectPeople(reader, column, { prefix: text })),
  ];
  return [
    [
      'install_id',
      sql`select install_id from installs where project_id = ${projectId} and install_id = ${text}`,
    ],
    ['user_id', selectOfUser(reader, text)],
    ['advertising_id', ofDevice('advertising_id')],
    ['vendor_id', ofDevice('vendor_id')],
    ...(byPhone ? [byId('phone', installsOf(reader, byPhone))] : []),
    ...(click ? [byId('click_id', selectOfClick(reader, click))] : []),
    ['payment_id', selectOfPayment(reader, text)],
    ['coupon_code', selectOfCoupon(reader, text)],
    // The last, since they alone can be many.
    ...(isPrefix ? [byStart('email'), byStart('name')] : []),
  ];
}

export interface FoundInstalls {
  ids: string[];
  /** What the text is to each of them; it can be several things. */
  by: Map<string, FoundBy[]>;
  /** There may be more than these. */
  isPartial: boolean;
}

/**
 * The installs that a text may mean: an id of any kind, or the beginning of an address or a name. A guest finds
 * nobody by what they may not see: otherwise a search would confirm a guess.
 */
export async function searchInstalls(db: Db, reader: Reader, text: string): Promise<FoundInstalls> {
  const selects = selectsOf(reader, text).map(
    ([by, select]) => sql`(select ${by}::text as found_by, f.install_id from (${select}) f)`,
  );
  const { rows } = await sql<{ found_by: FoundBy; install_id: string }>`
    ${sql.join(selects, sql` union all `)} limit ${MOST_FOUND}`.execute(db);
  const by = new Map<string, FoundBy[]>();
  for (const { install_id, found_by } of rows) by.set(install_id, [...(by.get(install_id) ?? []), found_by]);
  const counts = new Map<FoundBy, number>();
  for (const { found_by } of rows) counts.set(found_by, (counts.get(found_by) ?? 0) + 1);
  const isPartial = [...counts.values()].some((count) => count >= MOST_PEOPLE);
  return { ids: [...by.keys()], by, isPartial };
}
