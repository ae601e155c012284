/** What the edge knows of a link: everything that decides where a visitor goes. Immutable. */
export interface LinkTarget {
  readonly projectId: string;
  readonly linkId: string;
  readonly campaignId: string;
  readonly slug: string;
  /** The campaign's own id in addresses. */
  readonly displayId: string;
  /** The campaign's address without a slug leads here. */
  readonly isDefault: boolean;
  readonly network: string;
  readonly projectName: string;
  readonly website: string | null;
  /** Campaign and link are both switched on, and the campaign is not archived. */
  readonly active: boolean;
  /** The earlier of the link's and the campaign's, in milliseconds; null: never. */
  readonly expiresAtMs: number | null;
  readonly desktopRedirect: string | null;
  readonly iosWebRedirect: string | null;
  readonly androidWebRedirect: string | null;
  /** The campaign's store listing, else the project's. */
  readonly iosStore: string | null;
  readonly androidStore: string | null;
  readonly deepLink: string | null;
  /** utm_… names with their values. */
  readonly utm: Readonly<Record<string, string>>;
  /** Names of the parameters that are handed on to the destination. */
  readonly passthrough: readonly string[];
}

/** Whether a link still leads somewhere at an instant. */
export function isOpen(link: LinkTarget, nowMs: number): boolean {
  return link.active && (link.expiresAtMs === null || nowMs < link.expiresAtMs);
}
