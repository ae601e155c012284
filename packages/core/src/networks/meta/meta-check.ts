import { z } from 'zod';
import type { NoResponse } from '../../destinations/deliver-items.ts';
import type { OutboundRequest, OutboundResponse } from '../../destinations/destination.ts';
import { sha256 } from '../../destinations/hash-identity.ts';
import { readAnswer } from '../../destinations/read-answer.ts';
import { readMetaError } from './meta-error.ts';

interface CapiAccess {
  version: string;
  datasetId: string;
  accessToken: string;
}

/** Whether the token may read the dataset, and whether the dataset takes events of apps. */
export function datasetRequest({ version, datasetId, accessToken }: CapiAccess): OutboundRequest {
  const query = new URLSearchParams({
    fields: 'id,name,is_unavailable,is_consolidated_container',
    access_token: accessToken,
  });
  return {
    method: 'GET',
    url: `https://graph.facebook.com/${version}/${datasetId}?${query}`,
    headers: { accept: 'application/json' },
    body: '',
  };
}

export const DatasetAnswer = z.object({
  id: z.string(),
  is_unavailable: z.boolean().catch(false),
  is_consolidated_container: z.boolean().nullable().catch(null),
});

/** Events with a test code count too: so this has a name of its own, by which nobody optimises ads. */
const CHECK_EVENT = 'TrailmarkConnectionTest';

export function testEventRequest(
  { version, datasetId, accessToken }: CapiAccess,
  { id, testEventCode, now }: { id: string; testEventCode: string | null; now: Date },
): OutboundRequest {
  const event = {
    event_name: CHECK_EVENT,
    event_time: Math.floor(now.getTime() / 1000),
    event_id: id,
    action_source: 'system_generated',
    user_data: { external_id: [sha256(id)] },
  };
  const test = testEventCode === null ? {} : { test_event_code: testEventCode };
  return {
    method: 'POST',
    url: `https://graph.facebook.com/${version}/${datasetId}/events`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: [event], ...test, access_token: accessToken }),
  };
}

const Taken = z.object({ events_received: z.int(), fbtrace_id: z.string().nullable().catch(null) });

/** Whether the dataset and its token work. */
export interface CapiCheck {
  tokenOk: boolean;
  datasetOk: boolean;
  /** null: the token may not ask. */
  appLinked: boolean | null;
  eventAccepted: boolean;
  /** In words; null when everything is right. */
  reason: string | null;
  traceId: string | null;
}

/** From Meta's answers about the dataset and to a test event. A token for conversions alone may not read the dataset. */
export function checkCapi(
  dataset: OutboundResponse | NoResponse,
  event: OutboundResponse | NoResponse,
): CapiCheck {
  const found = 'failed' in dataset ? null : readAnswer(DatasetAnswer, dataset);
  const appLinked = found?.is_consolidated_container ?? null;
  const datasetOk = found !== null && !found.is_unavailable;
  if ('failed' in event) {
    const reason = `Meta could not be reached: ${event.failed}`;
    return { tokenOk: found !== null, datasetOk, appLinked, eventAccepted: false, reason, traceId: null };
  }
  const taken = readAnswer(Taken, event);
  if (taken && taken.events_received > 0) {
    return {
      tokenOk: true,
      datasetOk: true,
      appLinked,
      eventAccepted: true,
      reason: null,
      traceId: taken.fbtrace_id,
    };
  }
  const error = readMetaError(event);
  return {
    tokenOk: found !== null && error?.meaning !== 'bad_token',
    datasetOk,
    appLinked,
    eventAccepted: false,
    reason: `Meta answered ${error?.words ?? event.status}`,
    traceId: error?.traceId ?? null,
  };
}
