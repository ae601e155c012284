import { sql } from 'kysely';
import { bulk } from '../../db/bulk.ts';
import type { Tx } from '../../db/connection.ts';
import type { Group, InstallState, Item, Step, UserData } from '../group.ts';
import { occurredAtByItself } from '../occurred-at.ts';

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

interface PersonRow {
  user_id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  user_created_at: Date | null;
  signed_up_at: Date | null;
  identities: Record<string, string>;
  first_seen_at: Date;
}
const PEOPLE = bulk<PersonRow>({
  user_id: 'text',
  name: 'text',
  email: 'text',
  phone: 'text',
  user_created_at: 'timestamptz',
  signed_up_at: 'timestamptz',
  identities: 'jsonb',
  first_seen_at: 'timestamptz',
});

/** What is said later adds to what is known; what is left out stays. */
async function upsertPeople(tx: Tx, { projectId, now }: Group, known: Known[]): Promise<void> {
  const people = new Map<string, PersonRow>();
  for (const { item, user } of known) {
    const earlier = people.get(user.id);
    const at = occurredAtByItself(item);
    const isSignup = item.call === 'signup' && user.isFirstTime !== false;
    people.set(user.id, {
      user_id: user.id,
      name: user.name ?? earlier?.name ?? null,
      email: user.email ?? earlier?.email ?? null,
      phone: user.phone ?? earlier?.phone ?? null,
      user_created_at: user.createdAt ?? earlier?.user_created_at ?? null,
      signed_up_at: isSignup ? at : (earlier?.signed_up_at ?? null),
      identities: { ...earlier?.identities, ...user.identities },
      first_seen_at: earlier && earlier.first_seen_at < at ? earlier.first_seen_at : at,
    });
  }
  const names = sql.raw(PEOPLE.names);
  await sql`
    insert into people (project_id, ${names}, updated_at)
    select ${projectId}::uuid, ${names}, ${now}::timestamptz from ${PEOPLE.rows([...people.values()])}
    order by user_id
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

const LINKS = bulk<{ user_id: string; install_id: string; linked_at: Date }>({
  user_id: 'text',
  install_id: 'text',
  linked_at: 'timestamptz',
});

async function linkInstalls(tx: Tx, { projectId, now }: Group, known: Known[]): Promise<void> {
  const links = new Map(known.map((one) => [`${one.user.id} ${one.install.installId}`, one]));
  const rows = [...links.values()].map(({ item, user, install }) => ({
    user_id: user.id,
    install_id: install.installId,
    linked_at: item.imported && item.occurredAt ? item.occurredAt : now,
  }));
  const names = sql.raw(LINKS.names);
  await sql`
    insert into person_installs (project_id, ${names})
    select ${projectId}::uuid, ${names} from ${LINKS.rows(rows)}
    order by user_id, install_id
    on conflict do nothing`.execute(tx);
}

const USERS = bulk<{ install_id: string; user_id: string | null }>({ install_id: 'text', user_id: 'text' });

/** A device belongs to who used it last; history knows nothing of who that is. */
async function nameInstalls(tx: Tx, { projectId }: Group, known: Known[]): Promise<void> {
  const changed = known.filter(({ item, user, install }) =>
    item.imported ? install.userId === null : install.userId !== user.id,
  );
  if (changed.length === 0) return;
  for (const { user, install } of changed) install.userId = user.id;
  const rows = changed.map(({ install }) => ({ install_id: install.installId, user_id: install.userId }));
  await sql`
    update installs i set user_id = r.user_id from ${USERS.rows(rows)}
    where i.project_id = ${projectId} and i.install_id = r.install_id`.execute(tx);
}

/** Connects installs with the people who use them. Rollups do not change: people are mapped when read. */
export const updatePeople: Step = async (tx, group) => {
  const known = knownUsers(group);
  if (known.length === 0) return;
  await upsertPeople(tx, group, known);
  await linkInstalls(tx, group, known);
  await nameInstalls(tx, group, known);
};
