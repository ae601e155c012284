import type { OpenConfig } from '@trailmark/contract/open-config';
import type { SessionState } from '../api/session.ts';
import { personOf, type TrackedPerson } from './person.ts';
import { carriesSecret } from './safe-address.ts';

export interface PageView {
  /** The screen's path as declared, never the typed one. */
  route: string;
  title: string;
  projectId: string | undefined;
  address: string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface Analytics {
  view: (view: PageView) => void;
  identify: (person: TrackedPerson) => void;
  reset: () => void;
  stop: () => void;
}

export interface Messaging {
  boot: (person: TrackedPerson) => void;
  update: () => void;
  shutdown: () => void;
}

export interface TrackerPorts {
  startAnalytics: (token: string, recordPercent: number) => Promise<Analytics>;
  startMessaging: (appId: string) => Messaging;
  /** Remembers a choice that the server keeps, for the time when nobody is signed in. */
  optOut: { remembered: () => boolean; remember: (optedOut: boolean) => void };
}

/** Whether a session lets its page views be sent; unknown until the server has confirmed the person. */
export function consent(session: SessionState, remembered: boolean): 'yes' | 'no' | 'unknown' {
  if (session.status === 'signed_out') return remembered ? 'no' : 'yes';
  if (session.check === 'running' || session.user === null) return 'unknown';
  return session.user.analytics_opt_out ? 'no' : 'yes';
}

type Step = { kind: 'view'; view: PageView } | { kind: 'person'; person: TrackedPerson | null };

function sendToAnalytics(analytics: Analytics, step: Step): void {
  if (step.kind === 'view') analytics.view(step.view);
  else if (step.person === null) analytics.reset();
  else analytics.identify(step.person);
}

function personIn(session: SessionState): TrackedPerson | null {
  return session.status === 'signed_in' && session.user !== null ? personOf(session.user) : null;
}

export interface Tracker {
  configured: (config: Pick<OpenConfig, 'analytics' | 'messaging'>) => void;
  session: (session: SessionState) => void;
  view: (view: PageView) => void;
}

/** Queues events in order and sends them once it is known that tracking is configured and allowed. */
export function createTracker(ports: TrackerPorts): Tracker {
  let config: Pick<OpenConfig, 'analytics' | 'messaging'> | null = null;
  let session: SessionState | null = null;
  let identified: TrackedPerson | null = null;
  let route: string | null = null;
  let steps: Step[] = [];
  let analytics: Analytics | 'starting' | null = null;
  let messaging: Messaging | null = null;

  const stop = () => {
    if (analytics !== null && analytics !== 'starting') analytics.stop();
    messaging?.shutdown();
    analytics = null;
    messaging = null;
    identified = null;
    steps = [];
  };
  // The messaging tool hears of people only: it starts with a person and ends with them.
  const sendToMessaging = (step: Step, appId: string) => {
    if (step.kind === 'view') return messaging?.update();
    if (step.person === null) messaging?.shutdown();
    messaging = step.person === null ? null : (messaging ?? ports.startMessaging(appId));
    if (step.person !== null) messaging?.boot(step.person);
  };
  const verdict = () => (session === null ? 'unknown' : consent(session, ports.optOut.remembered()));
  const ready = () => verdict() === 'yes' && route !== null && !carriesSecret(route);
  const handOn = () => {
    if (config === null || !ready() || analytics === 'starting') return;
    if (config.analytics !== null && analytics === null) return void start(config.analytics);
    for (const step of steps.splice(0)) {
      if (analytics !== null) sendToAnalytics(analytics, step);
      if (config.messaging !== null) sendToMessaging(step, config.messaging.app_id);
    }
  };
  const start = async ({ token, record_percent }: NonNullable<OpenConfig['analytics']>) => {
    analytics = 'starting';
    // Blockers often refuse the file: the page goes on, and so does messaging, without analytics.
    const started = await ports.startAnalytics(token, record_percent).catch(() => null);
    if (analytics !== 'starting') return started?.stop();
    analytics = started;
    if (started === null && config !== null) config = { ...config, analytics: null };
    handOn();
  };

  return {
    configured: (next) => {
      config = next;
      handOn();
    },
    session: (next) => {
      session = next;
      if (verdict() === 'unknown') return;
      if (next.status === 'signed_in') ports.optOut.remember(verdict() === 'no');
      if (verdict() === 'no') return stop();
      const person = personIn(next);
      if (JSON.stringify(person) !== JSON.stringify(identified)) steps.push({ kind: 'person', person });
      identified = person;
      handOn();
    },
    view: (view) => {
      route = view.route;
      if (verdict() === 'no') return;
      steps.push({ kind: 'view', view });
      handOn();
    },
  };
}
