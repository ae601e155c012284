import { useQuery } from '@tanstack/react-query';
import { MAILED_SCREENS, type ScheduledReport } from '@trailmark/contract/scheduled-reports';
import { useState } from 'react';
import { useUser } from '../../api/session.ts';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { useMay, useProject } from '../../project/current-project.tsx';
import { membersQuery } from '../../project/members-query.ts';
import { CheckList } from '../../report/choice-list.tsx';
import { viewsQuery } from '../../report/views/views-query.ts';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast-store.ts';
import { personName } from '../../words/person-name.ts';
import { hourWords, scheduleWords, WEEKDAYS } from './report-words.ts';
import { useChangeReports } from './reports-query.ts';

interface ReportDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The one to change; without it a new one. */
  report?: ScheduledReport | undefined;
  /** The view that a new one begins with. */
  viewId?: string | undefined;
}

/** What is mailed, when and to whom. */
export function ReportDialog({ open, onOpenChange, ...props }: ReportDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={props.report ? 'Change the report' : 'Schedule a report'}
        description="What changed comes first, then the metrics and the top campaigns. Everyone gets the numbers that they may see."
      >
        <ReportForm {...props} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

type ReportFormProps = Pick<ReportDialogProps, 'report' | 'viewId'> & { onDone: () => void };

/** Instead of a view. */
export const OVERVIEW = 'overview';
const CADENCE_OPTIONS = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
] as const;
const WEEKDAY_OPTIONS = WEEKDAYS.map((label, index) => ({ value: String(index + 1), label }));
const HOUR_OPTIONS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourWords(hour),
}));

function ReportForm({ report, viewId, onDone }: ReportFormProps) {
  const { timezone } = useProject();
  const { id: userId } = useUser();
  const { create, change } = useChangeReports();
  const [view, setView] = useState(report?.view?.view_id ?? viewId ?? OVERVIEW);
  const [cadence, setCadence] = useState(report?.cadence ?? 'daily');
  const [weekday, setWeekday] = useState(report?.weekday ?? 1);
  const [hour, setHour] = useState(report?.hour ?? 8);
  const [recipients, setRecipients] = useState(report?.recipients.map((one) => one.user_id) ?? [userId]);
  const saving = report ? change : create;
  const submit = () => {
    const fields = { view_id: view === OVERVIEW ? null : view, cadence, weekday, hour, recipients };
    const onSuccess = () => {
      toast({ title: `Report scheduled: ${scheduleWords({ cadence, weekday, hour })}` });
      onDone();
    };
    if (report) return change.mutate({ report_id: report.report_id, ...fields }, { onSuccess });
    create.mutate(fields, { onSuccess });
  };
  return (
    <DialogForm
      onSubmit={submit}
      submitLabel={report ? 'Save report' : 'Schedule report'}
      pending={saving.isPending}
      disabled={recipients.length === 0}
    >
      <ViewField value={view} onChange={setView} />
      <Field label="How often" group>
        <Segmented
          aria-label="How often"
          options={CADENCE_OPTIONS}
          value={cadence}
          onValueChange={setCadence}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        {cadence === 'weekly' && (
          <Field label="Day">
            <Select
              options={WEEKDAY_OPTIONS}
              value={String(weekday)}
              onValueChange={(value) => setWeekday(Number(value))}
            />
          </Field>
        )}
        <Field label="Hour">
          <Select
            options={HOUR_OPTIONS}
            value={String(hour)}
            onValueChange={(value) => setHour(Number(value))}
          />
        </Field>
      </div>
      <p className="-mt-2 text-sm text-text-3">
        {cadence === 'daily' ? 'Covers the previous day' : 'Covers the seven days before it'}, in {timezone}.
      </p>
      <RecipientsField chosen={recipients} onChange={setRecipients} />
      {saving.isError && (
        <Notice tone="bad" role="alert" title="The report was not saved">
          {failureAdvice(saving.error)}
        </Notice>
      )}
    </DialogForm>
  );
}

/** The overview, or a view whose metrics fit into a mail. */
function ViewField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { project_id } = useProject();
  const { data = [] } = useQuery(viewsQuery(project_id));
  const views = data.filter(({ screen }) => (MAILED_SCREENS as readonly string[]).includes(screen));
  const options = [
    { value: OVERVIEW, label: 'Overview' },
    ...views.map(({ view_id, name }) => ({ value: view_id, label: name })),
  ];
  return (
    <Field
      label="What"
      hint={
        views.length === 0
          ? 'Save a view of Overview or Campaigns to send its filters and columns.'
          : undefined
      }
    >
      <Select options={options} value={value} onValueChange={onChange} />
    </Field>
  );
}

function RecipientsField({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const { project_id } = useProject();
  const may = useMay();
  const isFor = may('reports.send') && may('members.see');
  const { data = [] } = useQuery({ ...membersQuery(project_id), enabled: isFor });
  if (!isFor) return <p className="text-sm text-text-2">It is mailed to you.</p>;
  const options = data.map((member) => ({
    value: member.user_id,
    label: `${personName(member)}${member.role === 'guest' ? ' (guest, their campaigns only)' : ''}`,
  }));
  return (
    <Field label="Recipients" group>
      <CheckList options={options} chosen={chosen} onChange={onChange} />
    </Field>
  );
}
