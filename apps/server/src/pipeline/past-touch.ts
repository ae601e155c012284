/** A click or a view that was measured elsewhere. */
export interface PastTouch {
  projectId: string;
  linkId: string;
  campaignId: string;
  network: string;
  at: Date;
  /** What a repeat is recognised by, with the time. */
  name: string;
  ip: string | null;
  /** null: as the address says. */
  country: string | null;
  /** null: as the user agent says. */
  platform: 'ios' | 'android' | 'desktop' | 'other' | null;
  advertisingId: string | null;
  userAgent: string | null;
}
