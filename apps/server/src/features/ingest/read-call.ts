import { BATCH_CALLS, type BatchCall } from '@trailmark/contract/client-bodies';
import { isTrackingAuthorized, readConsent } from '@trailmark/core/client/read-consent';
import { validate } from '../../http/mount.ts';
import type { Item } from '../../pipeline/group.ts';
import { identifyCall } from './item-identity.ts';
import { plainEvent } from './plain-event.ts';
import { type Arrival, type Calls, READ, type Readers } from './read-item.ts';
import { READ_VISITS } from './read-visit.ts';

const READERS: Readers<BatchCall> = { ...READ, ...READ_VISITS };

/** The body of a call as an item; refused with the field and the reason where it is not as it should be. */
export function readCall<Name extends BatchCall>(name: Name, arrival: Arrival, body: unknown): Item {
  const plain = name === 'capture-event' ? plainEvent(body) : null;
  const valid = (plain ?? validate(BATCH_CALLS[name], body, 'body')) as Calls[Name];
  return withConsent(identifyCall(READERS[name](arrival, valid), name, valid.event_id), valid.consent);
}

/** What a call says about consent, by itself or in its device data. */
export function withConsent(item: Item, given: unknown): Item {
  item.consent = readConsent(given) ?? item.device?.consent ?? null;
  const status = item.consent?.attStatus;
  if (status && item.device) item.device.trackingAuthorized ??= isTrackingAuthorized(status);
  return item;
}
