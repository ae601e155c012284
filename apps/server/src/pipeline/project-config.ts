import type { ConnectionKind } from '@trailmark/contract/connections';
import type { Signing } from '@trailmark/contract/sdk-credentials';
import type { SkanSchema } from '@trailmark/contract/skan-bases';
import type { AttributionWindows } from '@trailmark/contract/windows';

/** What ingest must know of a project; kept in process, renewed when it changes. */
export interface ProjectConfig {
  projectId: string;
  currency: string;
  signing: Signing;
  sealedMetaReferrerKey: string | null;
  /** Whether it has a coupon network: then installs are looked up among redemptions. */
  hasCoupons: boolean;
  /** The pools that give a code to people who have an event. */
  couponRules: readonly { event: string; poolId: string; validFrom: Date | null; validTo: Date | null }[];
  rules: {
    version: number;
    windows: AttributionWindows;
    networkWindows: Record<string, Partial<AttributionWindows>>;
    plausibility: unknown;
  };
  /** What conversion values of its apps mean; null: apps receive none. */
  skan: SkanConfig | null;
  /** Where its events are delivered to. */
  connections: readonly {
    connectionId: string;
    kind: ConnectionKind;
    /** Kinds and names of events; null: all. */
    events: readonly string[] | null;
  }[];
}

/** Versions of the schema of a project that an install may have been opened under. */
export interface SkanConfig {
  versions: readonly { version: number; activatedAt: readonly Date[]; schema: SkanSchema }[];
}
