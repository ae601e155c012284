/** Hours after the click in which few installs of real people fall. */
export const LATE_AFTER_SECONDS = 2 * 3600;
export const LATE_UNTIL_SECONDS = 24 * 3600;

export interface OutlierThresholds {
  /** The share of late installs that is still believed. */
  lateShare: number;
  /** With fewer installs than this a share says nothing. */
  minInstalls: number;
}

export interface Outlier {
  campaignId: string;
  installs: number;
  lateShare: number;
}

/**
 * Sources whose installs come too late after their clicks. Of people, about three quarters install within an
 * hour; clicks that were made without anybody meet their installs at any time of the day.
 * https://www.appsflyer.com/mobile-fraud-glossary/click-to-install-time-ctit/
 */
export function findOutliers(
  sources: { campaignId: string; ctitSeconds: number[] }[],
  thresholds: OutlierThresholds,
): Outlier[] {
  return sources.flatMap(({ campaignId, ctitSeconds }) => {
    const counts = { installs: ctitSeconds.length, late: ctitSeconds.filter(isLate).length };
    if (!isOutlier(counts, thresholds)) return [];
    return [{ campaignId, installs: counts.installs, lateShare: counts.late / counts.installs }];
  });
}

/** The same rule where the installs are already counted. */
export function isOutlier(
  counts: { installs: number; late: number },
  thresholds: OutlierThresholds,
): boolean {
  if (counts.installs === 0 || counts.installs < thresholds.minInstalls) return false;
  return counts.late / counts.installs > thresholds.lateShare;
}

function isLate(ctitSeconds: number): boolean {
  return ctitSeconds > LATE_AFTER_SECONDS && ctitSeconds <= LATE_UNTIL_SECONDS;
}
