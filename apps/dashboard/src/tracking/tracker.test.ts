import type { User } from '@trailmark/contract/users';
import { describe, expect, it } from 'vitest';
import type { SessionState } from '../api/session.ts';
import { createTracker, type PageView } from './tracker.ts';

function signedIn(change: Partial<User> = {}, check: 'running' | 'done' = 'done'): SessionState {
  const user: User = {
    id: 'user-1',
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Byron',
    company: 'Engines',
    role: null,
    analytics_opt_out: false,
    is_local_owner: false,
    is_operator: false,
    may_create_projects: true,
    created_at: '2026-01-01T00:00:00Z',
    project_members: [],
    invites: [],
    ...change,
  };
  return { status: 'signed_in', user, check, failure: null };
}

const signedOut: SessionState = { status: 'signed_out', how: 'left' };
const both = { analytics: { token: 't', record_percent: 0 }, messaging: { app_id: 'app' } };
const nothing = { analytics: null, messaging: null };

function view(route: string): PageView {
  return { route, title: route, projectId: undefined, address: `https://x.example${route}`, at: 0 };
}

function setUp({ remembered = false, blocked = false } = {}) {
  const log: string[] = [];
  const memory = { optedOut: remembered };
  const tracker = createTracker({
    startAnalytics: async (token) => {
      if (blocked) throw new Error('blocked');
      log.push(`start ${token}`);
      return {
        view: ({ route }) => void log.push(`view ${route}`),
        identify: ({ id, name, email, company }) =>
          void log.push(`identify ${id} ${name} ${email} ${company}`),
        reset: () => void log.push('reset'),
        stop: () => void log.push('stop'),
      };
    },
    startMessaging: (appId) => {
      log.push(`messaging ${appId}`);
      return {
        boot: ({ id, name, email, company }) => void log.push(`boot ${id} ${name} ${email} ${company}`),
        update: () => void log.push('update'),
        shutdown: () => void log.push('shutdown'),
      };
    },
    optOut: {
      remembered: () => memory.optedOut,
      remember: (optedOut) => {
        memory.optedOut = optedOut;
      },
    },
  });
  // Starting is asynchronous: a turn of the event loop lets it finish.
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0)).then(() => log);
  return { tracker, log, memory, settled };
}

describe('createTracker', () => {
  it('starts nothing where nothing is configured', async () => {
    const { tracker, settled } = setUp();
    tracker.configured(nothing);
    tracker.session(signedIn());
    tracker.view(view('/overview'));
    expect(await settled()).toEqual([]);
  });

  it('sends in order what happened before it could start', async () => {
    const { tracker, settled } = setUp();
    tracker.session({ status: 'signed_out', how: 'never_in' });
    tracker.view(view('/login'));
    tracker.session(signedIn());
    tracker.view(view('/overview'));
    tracker.configured({ ...both, messaging: null });
    expect(await settled()).toEqual([
      'start t',
      'view /login',
      'identify user-1 Ada Byron ada@example.com Engines',
      'view /overview',
    ]);
  });

  it('waits for the server to confirm a restored person', async () => {
    const { tracker, settled } = setUp();
    tracker.configured(both);
    tracker.session(signedIn({}, 'running'));
    tracker.view(view('/overview'));
    expect(await settled()).toEqual([]);
    tracker.session(signedIn());
    expect(await settled()).toContain('view /overview');
  });

  it('starts nothing before it is known where the person is', async () => {
    const { tracker, settled } = setUp();
    tracker.session(signedIn());
    tracker.configured(both);
    expect(await settled()).toEqual([]);
  });

  it('starts nothing while the address carries a secret', async () => {
    const { tracker, settled } = setUp();
    tracker.configured(both);
    tracker.view(view('/login/verify'));
    tracker.session(signedIn());
    expect(await settled()).toEqual([]);
    tracker.view(view('/overview'));
    expect(await settled()).toEqual(
      expect.arrayContaining(['start t', 'view /login/verify', 'view /overview']),
    );
  });

  it('sends name, e-mail and company to messaging, and only once a person is known', async () => {
    const { tracker, settled } = setUp();
    tracker.configured({ ...both, analytics: null });
    tracker.view(view('/login'));
    expect(await settled()).toEqual([]);
    tracker.session(signedIn());
    tracker.view(view('/overview'));
    expect(await settled()).toEqual([
      'messaging app',
      'boot user-1 Ada Byron ada@example.com Engines',
      'update',
    ]);
  });

  it('identifies again only when something about the person changed', async () => {
    const { tracker, settled } = setUp();
    tracker.configured({ ...both, messaging: null });
    tracker.view(view('/account'));
    tracker.session(signedIn());
    tracker.session(signedIn());
    tracker.session(signedIn({ company: 'Looms' }));
    expect((await settled()).filter((line) => line.startsWith('identify'))).toEqual([
      'identify user-1 Ada Byron ada@example.com Engines',
      'identify user-1 Ada Byron ada@example.com Looms',
    ]);
  });

  it('forgets the person at sign-out', async () => {
    const { tracker, settled, log } = setUp();
    tracker.configured(both);
    tracker.session(signedIn());
    tracker.view(view('/overview'));
    await settled();
    log.length = 0;
    tracker.session(signedOut);
    expect(await settled()).toEqual(['reset', 'shutdown']);
  });

  it('never starts for who has opted out, also after signing out', async () => {
    const { tracker, settled, memory } = setUp();
    tracker.configured(both);
    tracker.session(signedIn({ analytics_opt_out: true }));
    tracker.view(view('/overview'));
    tracker.session(signedOut);
    tracker.view(view('/login'));
    expect(await settled()).toEqual([]);
    expect(memory.optedOut).toBe(true);
  });

  it('stops both at once when the person opts out, and starts again when they opt in', async () => {
    const { tracker, settled, log } = setUp();
    tracker.configured(both);
    tracker.session(signedIn());
    tracker.view(view('/overview'));
    await settled();
    log.length = 0;
    tracker.session(signedIn({ analytics_opt_out: true }));
    tracker.view(view('/account'));
    expect(await settled()).toEqual(['stop', 'shutdown']);
    log.length = 0;
    tracker.session(signedIn());
    expect(await settled()).toEqual(expect.arrayContaining(['start t', 'messaging app']));
  });

  it('goes on with messaging where analytics is blocked', async () => {
    const { tracker, settled } = setUp({ blocked: true });
    tracker.configured(both);
    tracker.session(signedIn());
    tracker.view(view('/overview'));
    expect(await settled()).toEqual([
      'messaging app',
      'boot user-1 Ada Byron ada@example.com Engines',
      'update',
    ]);
  });

  it('stops what was still starting when the person opts out', async () => {
    const { tracker, settled } = setUp();
    tracker.configured({ ...both, messaging: null });
    tracker.view(view('/account'));
    tracker.session(signedIn());
    tracker.session(signedIn({ analytics_opt_out: true }));
    expect(await settled()).toEqual(['start t', 'stop']);
  });
});
