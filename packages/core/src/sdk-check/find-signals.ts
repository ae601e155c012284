import { optionalId, optionalInstant, optionalText } from '../client/clean.ts';
import { hasReferrer } from './has-referrer.ts';
import type { SdkSignalName } from './rows.ts';

/** A clock this far from ours is wrong; less is a slow line, or a request that waited. */
export const SKEW_MS = 5 * 60_000;

/** What a request shows besides what is stored of it. */
export interface SignalledRequest {
  call: string;
  /** As it was sent: nothing of it is checked yet. */
  body: Record<string, unknown>;
  isSigned: boolean;
  now: Date;
}

export interface FoundSignal {
  signal: SdkSignalName;
  installId: string | null;
  platform: string | null;
  example: string | null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface SignalledCall {
  call: unknown;
  body: Record<string, unknown>;
}

/** The calls of a batch, or the one that was made. */
function callsOf(call: string, body: Record<string, unknown>): [SignalledCall, ...SignalledCall[]] {
  const items: unknown[] = Array.isArray(body.items) ? body.items : [];
  const calls = items.flatMap((item): SignalledCall[] =>
    isObject(item) && isObject(item.body) ? [{ call: item.call, body: item.body }] : [],
  );
  const [first, ...others] = calls;
  return first ? [first, ...others] : [{ call, body }];
}

/** A web page always says at which address a visit begins, which is no deep link. */
function isDeepLink({ call, body: { link, platform } }: SignalledCall): boolean {
  if (call === 'handle-deeplink') return true;
  const isWeb = typeof platform === 'string' && platform.toUpperCase() === 'WEB';
  return call === 'init' && typeof link === 'string' && link !== '' && !isWeb;
}

function skewOf(body: Record<string, unknown>, own: Record<string, unknown>, now: Date): number | null {
  const sentAt = optionalInstant(body.sent_at ?? own.sent_at);
  const skew = sentAt === null ? 0 : sentAt.getTime() - now.getTime();
  return Math.abs(skew) > SKEW_MS ? skew : null;
}

const MAX_ID = 64;
const MAX_USER = 500;
const MAX_PLATFORM = 20;

const isEvent = ({ call, body: { event_name } }: SignalledCall) =>
  call === 'capture-event' && typeof event_name === 'string' && !event_name.startsWith('$');

const namesUser = ({ body: { user_id, user_data } }: SignalledCall) =>
  optionalId(user_id, MAX_USER) !== null ||
  (isObject(user_data) && optionalId(user_data.id, MAX_USER) !== null);

/** A page says which touch led to it. */
const namesReferrer = ({ body: { first_touch, device_data } }: SignalledCall) =>
  isObject(first_touch) || (isObject(device_data) && hasReferrer(device_data));

const saysConsent = ({ body: { consent, device_data } }: SignalledCall) =>
  isObject(consent) || (isObject(device_data) && isObject(device_data.consent));

/** What a call of the request shows; an app that waits for a connection sends several together. */
const SHOWN_BY = [
  ['deep_link', isDeepLink],
  ['identify', namesUser],
  ['event', isEvent],
  ['referrer', namesReferrer],
  ['consent', saysConsent],
] as const;

/** Nothing of it is stored. */
const isBot = ({ body: { device_data } }: SignalledCall) =>
  isObject(device_data) && device_data.is_bot === true;

/** The signals of a request that was accepted. */
export function findSignals({ call, body, isSigned, now }: SignalledRequest): FoundSignal[] {
  const calls = callsOf(call, body);
  const [first] = calls;
  const skew = skewOf(body, first.body, now);
  const found: FoundSignal[] = [];
  if (isSigned) found.push({ signal: 'signed', example: null, ...senderOf(first.body) });
  for (const [signal, shows] of SHOWN_BY) {
    const shown = calls.find((one) => shows(one) && !isBot(one));
    if (shown) found.push({ signal, example: null, ...senderOf(shown.body) });
  }
  if (skew !== null) {
    found.push({ signal: 'clock_skew', example: String(Math.round(skew / 1000)), ...senderOf(first.body) });
  }
  return found;
}

/** That of a request that was refused because it has no signature. */
export function unsignedSignal(body: Record<string, unknown>): FoundSignal {
  return { signal: 'unsigned', example: null, ...senderOf(callsOf('', body)[0].body) };
}

function senderOf({ install_instance_id, platform }: Record<string, unknown>) {
  return {
    installId: optionalId(install_instance_id, MAX_ID),
    platform: optionalText(platform, MAX_PLATFORM)?.toLowerCase() ?? null,
  };
}
