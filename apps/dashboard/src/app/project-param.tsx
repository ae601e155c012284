import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { browserStorage } from '../api/browser-storage.ts';
import { useSession, useUser } from '../api/session.ts';
import { STORED } from '../api/stored-session.ts';
import { chooseProject, type ProjectChoice, readProjectParam } from '../project/choose-project.ts';
import { projectQuery, type Selection, SelectionContext } from '../project/current-project.tsx';
import { toast } from '../ui/toast-store.ts';

/** Keeps `p_id` in the URL and `last_selected_project` in line with what the person may open. */
function useProjectParam(): ProjectChoice | null {
  const { project_members } = useUser();
  const session = useSession();
  const checked = session.status === 'signed_in' && session.check !== 'running';
  const { p_id } = readProjectParam(useSearch({ strict: false }));
  const navigate = useNavigate();
  const choice = useMemo(() => chooseProject(p_id, project_members), [p_id, project_members]);
  const ownId = useRef<string>(undefined);

  useEffect(() => {
    if (choice.kind !== 'keep') return;
    browserStorage.setItem(STORED.lastSelectedProject, choice.membership.project_id);
    if (checked) ownId.current = choice.membership.project_id;
  }, [choice, checked]);

  useEffect(() => {
    if (choice.kind !== 'replace' || !checked) return;
    const { project_id, name } = choice.membership;
    // A project that the person has just left or deleted needs no explanation.
    if (choice.foreign && ownId.current !== p_id) {
      toast({ title: 'You don’t have access to that project', description: `Showing ${name} instead.` });
    }
    navigate({
      to: '.',
      search: (before) => ({ ...before, p_id: project_id }),
      hash: true,
      replace: true,
    });
  }, [choice, checked, p_id, navigate]);

  // The stored list may be old: only a project that it already names is shown before the check.
  return checked || choice.kind === 'keep' ? choice : null;
}

function useSelectedProject(): Selection {
  const choice = useProjectParam();
  const membership = choice === null || choice.kind === 'none' ? null : choice.membership;
  const query = useQuery({ ...projectQuery(membership?.project_id ?? ''), enabled: membership !== null });
  return useMemo(() => {
    if (choice === null) return { status: 'choosing' };
    if (membership === null) return { status: 'none' };
    const retry = () => void query.refetch();
    return { status: 'chosen', membership, project: query.data ?? null, failure: query.error, retry };
  }, [choice, membership, query.data, query.error, query.refetch]);
}

export function ProjectSelection({ children }: { children: ReactNode }) {
  return <SelectionContext value={useSelectedProject()}>{children}</SelectionContext>;
}
