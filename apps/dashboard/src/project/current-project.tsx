import { queryOptions } from '@tanstack/react-query';
import { CallError } from '@trailmark/contract/call';
import { may, type Permission } from '@trailmark/contract/permissions';
import { listProjects, type Project } from '@trailmark/contract/projects';
import type { ProjectMembership } from '@trailmark/contract/users';
import { createContext, use } from 'react';
import { call } from '../api/client.ts';

async function loadProject(projectId: string): Promise<Project> {
  const [project] = await call(listProjects, { query: { project_id: projectId } });
  if (project?.project_id !== projectId) {
    throw new CallError('This project no longer exists.', 404, 'not_found');
  }
  return project;
}

/** The project itself; whatever else is cached about it has a key that starts with this one. */
export function projectQuery(projectId: string) {
  return queryOptions({
    queryKey: ['project', projectId],
    queryFn: () => loadProject(projectId),
    meta: { logAs: 'We couldn’t load the project.' },
  });
}

export type Selection =
  /** The server has not said yet which projects are the person's. */
  | { status: 'choosing' }
  | { status: 'none' }
  | {
      status: 'chosen';
      membership: ProjectMembership;
      /** Null while it loads, or when loading failed. */
      project: Project | null;
      failure: Error | null;
      retry: () => void;
    };

export const SelectionContext = createContext<Selection>({ status: 'none' });

export function useSelection(): Selection {
  return use(SelectionContext);
}

/** What the rail knows of the selected project before it is loaded; null without one. */
export function useMembership(): ProjectMembership | null {
  const selection = useSelection();
  return selection.status === 'chosen' ? selection.membership : null;
}

/** The selected project; only inside screens with `access: 'project'`. */
export function useProject(): Project {
  const selection = useSelection();
  if (selection.status !== 'chosen' || selection.project === null) {
    throw new Error('No project is selected here.');
  }
  return selection.project;
}

/** Whether the person's role in the selected project has a permission. */
export function useMay(): (permission: Permission) => boolean {
  const selection = useSelection();
  if (selection.status !== 'chosen') return () => false;
  const { role } = selection.project ?? selection.membership;
  return (permission) => may(role, permission);
}
