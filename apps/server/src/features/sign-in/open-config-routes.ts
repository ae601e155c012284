import { getOpenConfig } from '@trailmark/contract/open-config';
import { type Handled, onPublic } from '../../http/handled.ts';

export const routes: Handled[] = [
  onPublic(getOpenConfig, async ({ kit: { env } }) => ({
    google_sign_in: env.google !== null,
    signup: env.signup,
    mail: env.smtpUrl !== null,
    analytics: env.analytics && { token: env.analytics.token, record_percent: env.analytics.recordPercent },
    messaging: env.messaging && { app_id: env.messaging.appId },
  })),
];
