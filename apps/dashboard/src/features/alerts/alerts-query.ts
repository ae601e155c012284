import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AlertCondition } from '@trailmark/contract/alert-condition';
import {
  type AlertRule,
  createAlert,
  deleteAlert,
  leaveAlert,
  listAlerts,
  listFirings,
  type MuteChoice,
  muteAlert,
  previewAlert,
  updateAlert,
} from '@trailmark/contract/alerts';
import type { Input } from '@trailmark/contract/call';
import { call } from '../../api/client.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { alertsKey } from '../../project/firing-query.ts';
import { toast } from '../../ui/toast-store.ts';

const LOOK_EVERY_MS = 60_000;
/** An alert that is new is checked within a minute. */
const NEW_EVERY_MS = 5000;

export function alertsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...alertsKey(projectId), 'list'],
    queryFn: () => call(listAlerts, { query: { project_id: projectId } }),
    refetchInterval: ({ state }) =>
      state.data?.alerts.some((alert) => alert.state === 'new') ? NEW_EVERY_MS : LOOK_EVERY_MS,
  });
}

export function firingsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...alertsKey(projectId), 'history'],
    queryFn: () => call(listFirings, { query: { project_id: projectId } }),
    select: ({ firings }) => firings,
    refetchInterval: LOOK_EVERY_MS,
  });
}

/** What a condition would measure now; null is no condition yet. */
export function previewQuery(projectId: string, condition: AlertCondition | null) {
  return queryOptions({
    queryKey: [...alertsKey(projectId), 'preview', condition],
    queryFn: () =>
      call(previewAlert, { body: { project_id: projectId, condition: condition as AlertCondition } }),
    enabled: condition !== null,
    placeholderData: keepPreviousData,
  });
}

type Created = Omit<Input<typeof createAlert>['body'], 'project_id'>;
type Changed = Omit<Input<typeof updateAlert>['body'], 'project_id'>;

/** How alerts are created, changed, muted and deleted. */
export function useChangeAlerts() {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: alertsKey(project_id) });
  const create = useMutation({
    mutationFn: (alert: Created) => call(createAlert, { body: { project_id, ...alert } }),
    onSuccess,
  });
  const change = useMutation({
    mutationFn: (alert: Changed) => call(updateAlert, { body: { project_id, ...alert } }),
    onSuccess,
  });
  const mute = useMutation({
    mutationFn: ({ rule_id, choice }: { rule_id: string; choice: MuteChoice | null }) =>
      call(muteAlert, { body: { project_id, rule_id, for: choice } }),
    onSuccess: ({ state }) => {
      toast({ title: state === 'muted' ? 'Alert muted' : 'Alert unmuted' });
      return onSuccess();
    },
    onError: (error) => toastFailure('The alert was not changed', error),
  });
  const remove = useMutation({
    mutationFn: ({ rule_id }: AlertRule) => call(deleteAlert, { query: { project_id, rule_id } }),
    onSuccess,
  });
  const leave = useMutation({
    mutationFn: ({ rule_id }: AlertRule) => call(leaveAlert, { query: { project_id, rule_id } }),
    onSuccess: () => {
      toast({ title: 'You no longer get this alert by mail' });
      return onSuccess();
    },
    onError: (error) => toastFailure('You are still subscribed', error),
  });
  return { create, change, mute, remove, leave };
}
