import type { Consent, ConsentChoice } from '@trailmark/sdk-core/wire';

/** How the SDK is set up. In the script each is an attribute of the tag: `data-token`, `data-endpoint`… */
export interface TrailmarkOptions {
  /** The token of this host, from the SDK page. */
  token: string;
  /**
   * The address of your Trailmark, or a path of your own site that leads there, such as `/t`. The script takes the
   * address that it was loaded from.
   */
  endpoint?: string;
  /**
   * Page views of single-page applications: `true` (the default) follows the history API, `'hash'` also the part after
   * `#`, `false` leaves page views to `page()`.
   */
  spa?: boolean | 'hash';
  /** Nothing outlives the tab: the visitor has an id for at most one day, in the session storage. */
  cookieless?: boolean;
  /** Whether Global Privacy Control of the browser denies the use of data for ads. */
  gpc?: boolean;
  /** What is taken for consent until `consent()` is called; `'denied'`, of analytics_storage, waits for it. */
  consent?: Consent | ConsentChoice;
  /** Writes to the console what became of every call. */
  debug?: boolean;
}
