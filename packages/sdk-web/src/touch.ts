import type { State } from '@trailmark/sdk-core/base-client';
import { guard } from '@trailmark/sdk-core/guard';

/** Where a visit came from. The server says what kind of source it is. */
export interface Touch {
  /** The landing page with the parameters of campaigns only. */
  url: string;
  referrer: string;
  /** Milliseconds since 1970. */
  at: number;
}

const KEPT_MS = 90 * 864e5;
/** Parameters of campaigns, networks and our own links. */
const KNOWN = /^((utm|gad|tm)_|(\w*cl?(k|ick_?)?id|\wbraid|li_fat_id|epik|tblci)=)/i;

/** The parameters of campaigns in an address. */
export const campaignOf = (url: string) =>
  url
    .split(/[?&]/)
    .filter((pair) => KNOWN.test(pair))
    .join('&');

/** The first and the last touch of this visitor, of the last 90 days. */
export const touchesOf = ({ f }: State): Touch[] =>
  // Something else may have written there. The first visit has nothing, which must not throw: an error takes milliseconds.
  guard(() =>
    (f as Touch[] | undefined)?.filter(({ url, at }) => url.split('?') && Date.now() - at < KEPT_MS),
  )() || [];

/** The touches after a landing. A visit without campaign and without another site before it leaves the last touch as it is. */
export function addTouch(state: State, url: string, referrer: string): Touch[] {
  const campaign = campaignOf(url);
  const touch = { url: `${url.split('?')[0]}?${campaign}`, referrer, at: Date.now() };
  const [first = touch, last = first] = touchesOf(state);
  const isFromElsewhere = campaign || (referrer && referrer.split('/')[2] !== location.host);
  return [first, isFromElsewhere ? touch : last];
}
