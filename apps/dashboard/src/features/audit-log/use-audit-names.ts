import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMay, useProject } from '../../project/current-project.tsx';
import { membersQuery } from '../../project/members-query.ts';
import { storeListingsQuery } from '../../project/store-listings-query.ts';
import { personName } from '../../words/person-name.ts';

/** Members by their address, where the name alone says who it is, and store listings by their id. */
export function useAuditNames(): ReadonlyMap<string, string> {
  const { project_id } = useProject();
  const may = useMay();
  const members = useQuery({ ...membersQuery(project_id), enabled: may('members.see') }).data;
  const listings = useQuery({ ...storeListingsQuery(project_id), enabled: may('connections.see') }).data;
  return useMemo(() => {
    const names = (members ?? []).map((member) => ({ email: member.email, name: personName(member) }));
    const unique = names.filter(({ name }) => names.filter((other) => other.name === name).length === 1);
    return new Map([
      ...unique.map(({ email, name }) => [email, name] as const),
      ...(listings ?? []).map(({ id, name }) => [id, name] as const),
    ]);
  }, [members, listings]);
}
