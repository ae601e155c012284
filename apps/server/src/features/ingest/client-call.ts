import type { Route } from '@trailmark/contract/route';
import type { ClientDoor } from './door.ts';
import type { Arrival } from './read-item.ts';

/** A call of an app and what it does with its body. */
export interface ClientCall {
  route: Route;
  /** What it answers is about a person, whom anybody can name who has the public token of a page. */
  isPersonal?: boolean;
  answer(door: ClientDoor, arrival: Arrival, body: Record<string, unknown>): Promise<unknown>;
}
