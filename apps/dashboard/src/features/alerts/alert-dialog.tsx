import { ALERT_KINDS, type AlertKind } from '@trailmark/contract/alert-condition';
import { ALERT_KIND_WORDS, conditionWords } from '@trailmark/contract/alert-words';
import type { AlertRule } from '@trailmark/contract/alerts';
import { useState } from 'react';
import { useUser } from '../../api/session.ts';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { fieldReason } from '../../failures/field-reason.ts';
import { useProject } from '../../project/current-project.tsx';
import { useCampaignName } from '../../report/campaign-choice.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast-store.ts';
import { type AlertDraft, draftOf, draftOfKind, readDraft } from './alert-draft.ts';
import { AlertPreview } from './alert-preview.tsx';
import { useChangeAlerts } from './alerts-query.ts';
import { ConditionFields } from './condition-fields.tsx';
import { RecipientsField } from './recipients-field.tsx';

interface AlertDialogProps {
  onOpenChange: (open: boolean) => void;
  /** The one to change; without it a new one. */
  alert?: AlertRule | undefined;
}

const KIND_OPTIONS = ALERT_KINDS.map((value) => ({ value, label: ALERT_KIND_WORDS[value] }));

/** What is watched, when it fires and who is mailed. */
export function AlertDialog({ onOpenChange, alert }: AlertDialogProps) {
  return (
    <Dialog open onOpenChange={onOpenChange}>
      <DialogContent
        title={alert ? 'Edit the alert' : 'New alert'}
        description="It opens once with one mail, stays open while the condition is true, and closes by itself."
      >
        <AlertForm alert={alert} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

function useAlertForm(alert: AlertRule | undefined) {
  const { id: userId } = useUser();
  const [draft, setDraft] = useState<AlertDraft>(() =>
    alert ? draftOf(alert.condition) : draftOfKind('no_events'),
  );
  // Null: it is named for its kind until somebody types.
  const [typedName, setName] = useState(alert?.name ?? null);
  const [recipients, setRecipients] = useState(alert?.recipients.map((one) => one.user_id) ?? [userId]);
  const [notifiesEnd, setNotifiesEnd] = useState(alert?.notifies_end ?? true);
  const name = typedName ?? ALERT_KIND_WORDS[draft.kind];
  return { draft, setDraft, name, setName, recipients, setRecipients, notifiesEnd, setNotifiesEnd };
}

function AlertForm({ alert, onDone }: { alert: AlertRule | undefined; onDone: () => void }) {
  const form = useAlertForm(alert);
  const { draft, setDraft, name, recipients, notifiesEnd } = form;
  const { create, change } = useChangeAlerts();
  const [isTried, setTried] = useState(false);
  const { condition, errors } = readDraft(draft);
  const saving = alert ? change : create;
  const submit = () => {
    setTried(true);
    if (!condition || name.trim() === '') return;
    const fields = { name, condition, recipients, notifies_end: notifiesEnd };
    const onSuccess = () => {
      toast({ title: alert ? 'Alert saved' : `Alert created: ${name.trim()}` });
      onDone();
    };
    if (alert) change.mutate({ rule_id: alert.rule_id, ...fields }, { onSuccess });
    else create.mutate(fields, { onSuccess });
  };
  return (
    <DialogForm
      onSubmit={submit}
      submitLabel={alert ? 'Save alert' : 'Create alert'}
      pending={saving.isPending}
    >
      <Field label="Kind">
        <Select
          options={KIND_OPTIONS}
          value={draft.kind}
          onValueChange={(kind: AlertKind) => setDraft(draftOfKind(kind))}
        />
      </Field>
      <ConditionFields draft={draft} onChange={setDraft} errors={isTried ? errors : {}} />
      <Summary draft={draft} />
      <Field
        label="Name"
        error={isTried && name.trim() === '' ? fieldReason('Name', 'is required') : undefined}
      >
        <Input value={name} maxLength={80} onChange={(event) => form.setName(event.target.value)} />
      </Field>
      <RecipientsField chosen={recipients} onChange={form.setRecipients} />
      <Field label="Mail when it is over, too" inline>
        <Checkbox checked={notifiesEnd} onCheckedChange={(on) => form.setNotifiesEnd(on === true)} />
      </Field>
      {saving.isError && (
        <Notice tone="bad" role="alert" title="The alert was not saved">
          {failureAdvice(saving.error)}
        </Notice>
      )}
    </DialogForm>
  );
}

/** What will happen, and what would be measured now. */
function Summary({ draft }: { draft: AlertDraft }) {
  const { currency } = useProject();
  const campaignName = useCampaignName(draft.campaignId);
  const { condition } = readDraft(draft);
  return (
    <div className="grid gap-2 rounded-md border border-line bg-hover px-3 py-2.5 text-[13px]">
      {condition ? (
        <p>Fires when {conditionWords(condition, { currency, campaignName })}.</p>
      ) : (
        <p className="text-text-3">Fill in the fields to see when it fires.</p>
      )}
      <AlertPreview condition={condition} />
    </div>
  );
}
