import type { SessionState } from '../api/session.ts';
import { screenAt } from '../app/screens.ts';

export interface TrackedPage {
  /** The path as the router declares it. */
  pattern: string;
  projectId: string | undefined;
}

/** The page view to record, or none while a page is only passed through. */
export function pageViewAt(
  { pattern, projectId }: TrackedPage,
  session: SessionState,
): { route: string; title: string } | null {
  const screen = screenAt(pattern);
  if (!screen) return null;
  if (screen.access === 'public') return { route: screen.path, title: screen.title };
  if (session.status === 'signed_out' || session.user === null) return null;
  const projectIsComing = projectId === undefined && session.user.project_members.length > 0;
  return projectIsComing ? null : { route: screen.path, title: screen.title };
}
