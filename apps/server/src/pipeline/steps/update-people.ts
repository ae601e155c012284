import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { Group, InstallState, Item, Step, UserData } from '../group.ts';

interface Known {
  item: Item;
  user: UserData & { id: string };
  install: InstallState;
}

const EMPTY = { name: null, email: null, phone: null, createdAt: null, isFirstTime: null, identities: {} };

/** An event or a payment of who uses the install anyway says nothing new about them. */
const isNews = (item: Item, install: InstallState) =>
  Boolean(item.user) || Boolean(item.imported) || install.userId !== item.userId;

function knownUsers(group: Group): Known[] {
  return group.items.flatMap((item) => {
    if (item.call === 'remove_payment') return [];
    const install = group.installOf(item);
    const id = item.user?.id ?? item.userId ?? (item.user ? install.userId : null);
    if (id === null || !isNews(item, install)) return [];
    return [{ item, user: { ...EMPTY, ...item.user, id }, install }];
  });
}

/** What is told later adds to what is known; what is left out stays. */
async function upsertPeople(tx: Tx, group: Group, known: Known[]): Promise<void> {
  const people = new Map<string, Record<string, unknown>>();
  for (const { item, user, install } of known) {
    const key = `${install.projectId} ${user.id}`;
    const earlier = people.get(key) ?? {};
    const at = item.occurredAt ?? item.receivedAt;
    people.set(key, {
      a: install.projectId,
      b: user.id,
      c: user.name ?? earlier.c ?? null,
      d: user.email ?? earlier.d ?? null,
      e: user.phone ?? earlier.e ?? null,
      f: user.createdAt ?? earlier.f ?? null,
      g: item.call === 'signup' && user.isFirstTime !== false ? at : (earlier.g ?? null),
      h: { ...(earlier.h as object | undefined), ...user.identities },
      i: earlier.i instanceof Date && earlier.i < at ? earlier.i : at,
    });
  }
  await sql`
    insert into people (project_id, user_id, name, email, phone, user_created_at, signed_up_at, identities,
      first_seen_at, updated_at)
    select a, b, c, d, e, f, g, h, i, ${group.now}::timestamptz
    from json_to_recordset(${JSON.stringify([...people.values()])}::json) as r (a uuid, b text, c text, d text,
      e text, f timestamptz, g timestamptz, h jsonb, i timestamptz)
    order by a, b
    on conflict (project_id, user_id) do update set
      name = coalesce(excluded.name, people.name),
      email = coalesce(excluded.email, people.email),
      phone = coalesce(excluded.phone, people.phone),
      user_created_at = coalesce(excluded.user_created_at, people.user_created_at),
      signed_up_at = coalesce(people.signed_up_at, excluded.signed_up_at),
      identities = coalesce(people.identities, '{}') || excluded.identities,
      first_seen_at = least(people.first_seen_at, excluded.first_seen_at),
      updated_at = excluded.updated_at`.execute(tx);
}

async function linkInstalls(tx: Tx, group: Group, known: Known[]): Promise<void> {
  const links = new Map(
    known.map((one) => [`${one.install.projectId} ${one.user.id} ${one.install.installId}`, one]),
  );
  const rows = [...links.values()].map(({ item, user, install }) => ({
    a: install.projectId,
    b: user.id,
    c: install.installId,
    d: item.imported && item.occurredAt ? item.occurredAt : group.now,
  }));
  await sql`
    insert into person_installs (project_id, user_id, install_id, linked_at)
    select a, b, c, d
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (a uuid, b text, c text, d timestamptz)
    order by a, b, c
    on conflict do nothing`.execute(tx);
}

/** A device belongs to who used it last; history knows nothing of who that is. */
async function nameInstalls(tx: Tx, known: Known[]): Promise<void> {
  const changed = known.filter(({ item, user, install }) =>
    item.imported ? install.userId === null : install.userId !== user.id,
  );
  if (changed.length === 0) return;
  for (const { user, install } of changed) install.userId = user.id;
  const rows = changed.map(({ install }) => ({
    a: install.projectId,
    b: install.installId,
    c: install.userId,
  }));
  await sql`
    update installs i set user_id = r.c
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (a uuid, b text, c text)
    where i.project_id = r.a and i.install_id = r.b`.execute(tx);
}

/** Connects installs with the people who use them. Nothing is counted anew: people are mapped when read. */
export const updatePeople: Step = async (tx, group) => {
  const known = knownUsers(group);
  if (known.length === 0) return;
  await upsertPeople(tx, group, known);
  await linkInstalls(tx, group, known);
  await nameInstalls(tx, known);
};
