import type { ProjectMembership, User } from '@trailmark/contract/users';

export type ProjectChoice =
  | { kind: 'keep'; membership: ProjectMembership }
  /** The URL gets this project's id; `foreign` when it named one that is not the person's. */
  | { kind: 'replace'; membership: ProjectMembership; foreign: boolean }
  | { kind: 'none' };

/** Which project a URL selects: the one it names, otherwise the last membership in the list. */
export function chooseProject(
  pId: string | undefined,
  memberships: readonly ProjectMembership[],
): ProjectChoice {
  const named = memberships.find(({ project_id }) => project_id === pId);
  if (named) return { kind: 'keep', membership: named };
  const last = memberships.at(-1);
  if (!last) return { kind: 'none' };
  return { kind: 'replace', membership: last, foreign: pId !== undefined };
}

/** Without a name or a project there is nothing to show yet: the welcome asks for them. */
export function needsWelcome(user: Pick<User, 'first_name' | 'project_members'>): boolean {
  return !user.first_name || user.project_members.length === 0;
}

/** `p_id` of the URL; anything that is no text counts as missing. */
export function readProjectParam(search: Record<string, unknown>): { p_id?: string } {
  const value = search.p_id;
  if (typeof value === 'number') return { p_id: String(value) };
  return typeof value === 'string' && value !== '' ? { p_id: value } : {};
}
