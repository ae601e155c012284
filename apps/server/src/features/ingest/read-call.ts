import { BATCH_CALLS, type BatchCall } from '@trailmark/contract/client-bodies';
import { validate } from '../../http/mount.ts';
import type { Item } from '../../pipeline/group.ts';
import { identifyCall } from './item-identity.ts';
import { plainEvent } from './plain-event.ts';
import { type Arrival, type Calls, READ } from './read-item.ts';

/** The body of a call as an item; refused with the field and the reason where it is not as it should be. */
export function readCall<Name extends BatchCall>(name: Name, arrival: Arrival, body: unknown): Item {
  const plain = name === 'capture-event' ? plainEvent(body) : null;
  const valid = (plain ?? validate(BATCH_CALLS[name], body, 'body')) as Calls[Name];
  return identifyCall(READ[name](arrival, valid), name, valid.event_id);
}
