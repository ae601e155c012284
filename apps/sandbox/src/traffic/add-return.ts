import { addVisit } from './add-visit.ts';
import { DAY, dayOf, SECOND } from './calendar.ts';
import { pickLink } from './person.ts';
import { timeOfDay } from './rhythm.ts';
import type { Handset } from './rows.ts';
import type { Simulation } from './simulation.ts';

const RETURNS = 0.07;

/** Somebody who has been silent comes back by a link that opens the app: of the same campaign, or of another. */
export function addReturn(simulation: Simulation, handset: Handset, lastAt: number): void {
  const { scenario, rows, random, person } = simulation;
  if (!person.source || !random.chance(RETURNS)) return;
  const day = dayOf(scenario, lastAt) + random.int(9, 28);
  const at = Math.floor(scenario.start + day * DAY + timeOfDay(random));
  const touchedAt = at - random.int(12, 40) * SECOND;
  if (at >= scenario.until) return;
  const running = scenario.campaigns[scenario.arrivals.sourceOn(day, random)];
  const campaign = random.chance(0.6) ? person.source.campaign : running;
  // What is made to look like clicks brings nobody back.
  if (!campaign || campaign.idea.fraud) return;
  const { slug } = pickLink(campaign, random);
  const touchKey = `${person.index}.back`;
  rows.touches.push({ key: touchKey, at: touchedAt, kind: 'click', slug, handset });
  const url = `kite://offers/${campaign.idea.displayId}`;
  rows.returns.push({ at, handset, slug, touchKey, url });
  addVisit(simulation, { handset, at: at + 2 * SECOND, isFirst: false });
}
