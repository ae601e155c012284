import { addStrayTouches } from './add-touches.ts';
import { personOf } from './person.ts';
import { type HistoryRows, noRows } from './rows.ts';
import type { Scenario } from './scenario.ts';
import { simulateLife } from './simulate-life.ts';

const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** In the order of time, so that rows of the same time are stored together. */
function inOrder(rows: HistoryRows): HistoryRows {
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
export function createHistory(scenario: Scenario): HistoryRows {
  const rows = noRows();
  const installsOf = new Map<string, number>();
  for (let index = 0; index < scenario.people; index += 1) {
    const person = personOf(scenario, index);
    const name = person.source?.campaign.idea.displayId;
    if (name) installsOf.set(name, (installsOf.get(name) ?? 0) + 1);
    simulateLife(scenario, rows, person);
  }
  addStrayTouches(scenario, rows, installsOf);
  return inOrder(rows);
}
