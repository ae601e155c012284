import type { User } from '@trailmark/contract/users';
import { describe, expect, it } from 'vitest';
import type { SessionState } from '../api/session.ts';
import { pageViewAt } from './page-view.ts';

const out: SessionState = { status: 'signed_out', how: 'never_in' };

function signedIn(projects: number): SessionState {
  const project_members = Array.from({ length: projects }, (_, index) => ({ project_id: String(index) }));
  return { status: 'signed_in', user: { project_members } as User, check: 'done', failure: null };
}

describe('pageViewAt', () => {
  it('counts a public screen for anybody', () => {
    expect(pageViewAt({ pattern: '/login', projectId: undefined }, out)?.route).toBe('/login');
  });

  it('does not count a screen that leads on to the sign-in', () => {
    expect(pageViewAt({ pattern: '/overview', projectId: undefined }, out)).toBeNull();
  });

  it('waits for the project that is about to be put into the URL', () => {
    expect(pageViewAt({ pattern: '/overview', projectId: undefined }, signedIn(1))).toBeNull();
    expect(pageViewAt({ pattern: '/overview', projectId: '0' }, signedIn(1))?.route).toBe('/overview');
  });

  it('does not wait for a project of someone who has none', () => {
    expect(pageViewAt({ pattern: '/welcome', projectId: undefined }, signedIn(0))?.route).toBe('/welcome');
  });

  it.each(['/', '/settings', '/nowhere/s3cret'])('counts nothing at %s', (pattern) => {
    expect(pageViewAt({ pattern, projectId: '0' }, signedIn(1))).toBeNull();
  });
});
