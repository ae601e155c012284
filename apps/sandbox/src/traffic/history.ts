import { personOf } from './person.ts';
import { noRows, type Rows } from './rows.ts';
import { tellLife } from './tell-life.ts';
import { tellStrays } from './tell-touches.ts';
import type { World } from './world.ts';

const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** In the order of time: what lies together in time is stored together. */
function inOrder(rows: Rows): Rows {
  rows.clicks.sort((one, other) => byText(one.clicked_at, other.clicked_at));
  rows.impressions.sort((one, other) => byText(one.viewed_at, other.viewed_at));
  rows.installs.sort((one, other) => byText(one.installed_at, other.installed_at));
  rows.signups.sort((one, other) => byText(one.occurred_at, other.occurred_at));
  rows.events.sort((one, other) => byText(one.occurred_at, other.occurred_at));
  rows.payments.sort((one, other) => byText(one.occurred_at, other.occurred_at));
  rows.refunds.sort((one, other) => byText(one.occurred_at, other.occurred_at));
  return rows;
}

/** All that happened before now. */
export function createHistory(world: World): Rows {
  const rows = noRows();
  const installsOf = new Map<string, number>();
  for (let index = 0; index < world.people; index += 1) {
    const person = personOf(world, index);
    const name = person.source?.campaign.idea.displayId;
    if (name) installsOf.set(name, (installsOf.get(name) ?? 0) + 1);
    tellLife(world, rows, person);
  }
  tellStrays(world, rows, installsOf);
  return inOrder(rows);
}
