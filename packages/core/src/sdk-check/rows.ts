/** What the check of an integration reads: the latest rows of a project, each list bounded by its reader. */

export interface CheckedInstall {
  installId: string;
  platform: string;
  installedAt: Date;
  updatedAt: Date;
  userId: string | null;
  sdkVersion: string | null;
  hasConsent: boolean;
  /** The browser has said what led its visitor to the site. */
  hasTouch: boolean;
  /** The fields of `device_data` that the check looks at. */
  deviceData: Record<string, unknown>;
}

export interface CheckedEvent {
  installId: string;
  platform: string;
  kind: string;
  name: string;
  userId: string | null;
  receivedAt: Date;
  /** The install has sent its first open. */
  hasInit: boolean;
}

export interface CheckedPayment {
  installId: string;
  platform: string;
  userId: string | null;
  type: string;
  paymentId: string;
  amount: string;
  currency: string;
  occurredAt: Date;
}

/** A first open, and the click that was nearest before it. */
export interface CheckedOpen {
  installId: string;
  at: Date;
  clickAgeSeconds: number;
}

export const SDK_SIGNALS = [
  ...(['signed', 'unsigned', 'clock_skew', 'deep_link'] as const),
  // Rows show these too, but in a busy project the latest rows are of other things.
  ...(['identify', 'event', 'referrer', 'consent'] as const),
] as const;
export type SdkSignalName = (typeof SDK_SIGNALS)[number];

/** What is known of requests beside the latest rows: how often, and the latest. */
export interface SdkSignal {
  signal: SdkSignalName;
  count: number;
  lastAt: Date;
  installId: string | null;
  platform: string | null;
  example: string | null;
}

export interface SdkRows {
  installs: CheckedInstall[];
  events: CheckedEvent[];
  payments: CheckedPayment[];
  opens: CheckedOpen[];
  /** What is wrong of the days that warnings are about; capabilities of more. */
  signals: SdkSignal[];
  /** Requests without a signature are refused. */
  mustSign: boolean;
}
