import { addStrayTouches } from './add-touches.ts';
import { personOf } from './person.ts';
import { type HistoryRows, noRows } from './rows.ts';
import type { Scenario } from './scenario.ts';
import { simulateLife } from './simulate-life.ts';

/** All that happened before now, in the order of time. */
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
  for (const list of Object.values(rows))
    list.sort((one: { at: number }, other: { at: number }) => one.at - other.at);
  return rows;
}
