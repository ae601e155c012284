import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../../project/current-project.tsx';
import { webHostsQuery } from '../web-hosts/web-hosts-query.ts';

/** The hosts of the project, and the one whose token is shown: the first unless another is chosen. */
export function useHostChoice() {
  const { project_id } = useProject();
  const query = useQuery(webHostsQuery(project_id));
  const [tokenId, choose] = useState<string | null>(null);
  const hosts = query.data?.hosts ?? [];
  const chosen = hosts.find(({ token_id }) => token_id === tokenId) ?? hosts[0] ?? null;
  return { query, hosts, chosen, choose };
}
