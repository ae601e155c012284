import { optionalText } from '@trailmark/core/client/clean';
import { pageAddress, readAddress } from '@trailmark/core/client/page-address';
import { readTrafficSource } from '@trailmark/core/client/traffic-source';
import type { VisitKind } from '@trailmark/core/metrics/counters';
import type { Item } from '../../pipeline/group.ts';
import { eventIdKey, keyOf, resendOf } from './item-identity.ts';
import { type Arrival, blankItem, type Calls, dataOf, type Readers, type VisitCall } from './read-item.ts';

const MAX_NAME = 500;

function viewItem(
  arrival: Arrival,
  { call, body, named }: { call: VisitKind; body: Calls['page-view' | 'screen-view']; named: object },
): Item {
  const item = blankItem(arrival, call, body);
  const { installId } = item;
  const name = `$${call}`;
  const { session_id: sessionId, event_id: id } = body;
  const data = { ...dataOf('event_data', body.event_data), ...named };
  item.visit = { sessionId, entryPage: null, source: null };
  item.event = { name, data };
  if (id) item.key = eventIdKey(installId, name, id);
  else item.resend = resendOf(arrival, installId, name, sessionId, data);
  return item;
}

/** Calls about visits. */
export const READ_VISITS: Readers<VisitCall> = {
  'session-start': (arrival, body) => {
    const item = blankItem(arrival, 'session_start', body);
    const { session_id: sessionId, referrer = null, entry_url: entry = null } = body;
    // An app has no address that it was entered by.
    const isSite = entry !== null || item.platform === 'web';
    item.visit = {
      sessionId,
      entryPage: readAddress(entry)?.page ?? null,
      source: isSite ? readTrafficSource(entry, referrer) : null,
    };
    item.event = {
      name: '$session_start',
      data: { entry_url: pageAddress(entry), referrer: pageAddress(referrer) },
    };
    // A visit begins once, however often and in however many calls it is said.
    item.key = keyOf('session', item.installId, sessionId);
    return item;
  },
  'page-view': (arrival, body) => {
    const named = {
      page_url: pageAddress(body.page_url) ?? optionalText(body.page_url.split(/[?#]/)[0], MAX_NAME),
      page_title: optionalText(body.page_title, MAX_NAME),
      page_referrer: pageAddress(body.page_referrer),
    };
    return viewItem(arrival, { call: 'page_view', body, named });
  },
  'screen-view': (arrival, body) => {
    const named = { screen_name: optionalText(body.screen_name, MAX_NAME) };
    return viewItem(arrival, { call: 'screen_view', body, named });
  },
};
