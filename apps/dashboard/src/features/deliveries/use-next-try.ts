import { useQuery } from '@tanstack/react-query';
import type { Delivery } from '@trailmark/contract/deliveries';
import { connectionHealthQuery } from '../../project/connections-query.ts';
import { useProject } from '../../project/current-project.tsx';

/** When a delivery is tried next: at an instant, or as soon as its connection sends again. */
export type NextTry = { at: string } | 'resumed';

/** Null of one that has an outcome. What is due for a connection that failed too often waits with it. */
export function useNextTry({ connection_id, state, due_at }: Delivery): NextTry | null {
  const { project_id } = useProject();
  const { data } = useQuery({ ...connectionHealthQuery(project_id), staleTime: Number.POSITIVE_INFINITY });
  if (state !== 'waiting' || due_at === null) return null;
  const health = data?.find((one) => one.connection_id === connection_id);
  if (health && health.state !== 'active') return 'resumed';
  const blocked = health?.blocked_until ?? '';
  return { at: blocked > due_at ? blocked : due_at };
}
