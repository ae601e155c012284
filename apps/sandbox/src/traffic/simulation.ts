import type { Person } from './person.ts';
import type { Random } from './random.ts';
import type { HistoryRows } from './rows.ts';
import type { Scenario } from './scenario.ts';

/** The simulation of one person; counters continue across devices. */
export interface Simulation {
  scenario: Scenario;
  rows: HistoryRows;
  random: Random;
  person: Person;
  events: number;
  orders: number;
}
