import { NO_CREDIT_PERIOD } from './credit.ts';
import type { InstallState } from './group.ts';

/** An install of which nothing has been heard: nobody's. */
export function unknownInstall(projectId: string, installId: string): InstallState {
  return {
    projectId,
    installId,
    bornOf: null,
    platform: 'other',
    country: '',
    installedAt: null,
    kind: null,
    cohortDate: null,
    timeline: [NO_CREDIT_PERIOD],
    revision: 0,
    matchType: null,
    touchId: null,
    touchedAt: null,
    verdict: 'clean',
    deepLink: null,
    ad: null,
    userId: null,
    claimPendingUntil: null,
    deniesAds: false,
    hasDeniedAnalytics: false,
    storedConsent: null,
    consent: null,
  };
}
