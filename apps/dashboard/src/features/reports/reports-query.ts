import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input } from '@trailmark/contract/call';
import {
  createScheduledReport,
  deleteScheduledReport,
  leaveScheduledReport,
  listReportMails,
  listScheduledReports,
  type ScheduledReport,
  sendScheduledReport,
  updateScheduledReport,
} from '@trailmark/contract/scheduled-reports';
import { call } from '../../api/client.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { projectQuery, useProject } from '../../project/current-project.tsx';
import { toast } from '../../ui/toast-store.ts';

const keyOf = (projectId: string) => [...projectQuery(projectId).queryKey, 'scheduled-reports'];

export function reportsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...keyOf(projectId), 'list'],
    queryFn: () => call(listScheduledReports, { query: { project_id: projectId } }),
  });
}

export function mailsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...keyOf(projectId), 'mails'],
    queryFn: () => call(listReportMails, { query: { project_id: projectId } }),
    select: ({ mails }) => mails,
    // A mail that waits is sent in a moment.
    refetchInterval: ({ state }) =>
      state.data?.mails.some((mail) => mail.state === 'waiting') ? 3000 : false,
  });
}

type Created = Omit<Input<typeof createScheduledReport>['body'], 'project_id'>;
type Changed = Omit<Input<typeof updateScheduledReport>['body'], 'project_id'>;

/** How reports are scheduled, changed, stopped and sent at once. */
export function useChangeReports() {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: keyOf(project_id) });
  const create = useMutation({
    mutationFn: (report: Created) => call(createScheduledReport, { body: { project_id, ...report } }),
    onSuccess,
  });
  const change = useMutation({
    mutationFn: (report: Changed) => call(updateScheduledReport, { body: { project_id, ...report } }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: ({ report_id }: ScheduledReport) =>
      call(deleteScheduledReport, { query: { project_id, report_id } }),
    onSuccess,
  });
  const leave = useMutation({
    mutationFn: ({ report_id }: ScheduledReport) =>
      call(leaveScheduledReport, { query: { project_id, report_id } }),
    onSuccess: () => {
      toast({ title: 'You no longer get this report' });
      return onSuccess();
    },
    onError: (error) => toastFailure('You are still subscribed', error),
  });
  const send = useMutation({
    mutationFn: ({ report_id }: ScheduledReport) =>
      call(sendScheduledReport, { body: { project_id, report_id } }),
    onSuccess: () => {
      toast({ title: 'The report is on its way to you' });
      return onSuccess();
    },
    onError: (error) => toastFailure('The report was not sent', error),
  });
  return { create, change, remove, leave, send };
}
