import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '@trailmark/contract/call';
import { type InviteResult, inviteMembers, MAX_INVITES_AT_ONCE } from '@trailmark/contract/members';
import { assignableRoles, ROLE_SUMMARY, type Role } from '@trailmark/contract/permissions';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { projectQuery, useProject } from '../../project/current-project.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast-store.ts';
import { ConsumerMailHint } from '../../words/consumer-mail-hint.tsx';
import { AddressBox } from './address-box.tsx';
import { addressProblem } from './address-problem.ts';
import { roleOptions } from './role-options.ts';
import { joinAddresses, splitAddresses, type TypedAddress } from './split-addresses.ts';

/** Several addresses at once, one role. */
export function InviteForm({ onSent }: { onSent: (results: InviteResult[]) => void }) {
  const { project_id, role: myRole } = useProject();
  const queryClient = useQueryClient();
  const [addresses, setAddresses] = useState<TypedAddress[]>([]);
  const [draft, setDraft] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [problem, setProblem] = useState<string | null>(null);
  const invite = useMutation({
    mutationFn: (emails: string[]) => call(inviteMembers, { body: { project_id, emails, role } }),
    onSuccess: async (results) => {
      onSent(results);
      const sent = results.filter(({ outcome }) => outcome === 'invited').length;
      if (sent > 0)
        toast({ title: sent === 1 ? 'One invite is on its way' : `${sent} invites are on their way` });
      await queryClient.invalidateQueries({ queryKey: projectQuery(project_id).queryKey });
    },
    onError: (error) => {
      toastFailure('No invites were sent', error);
      const fields = error instanceof CallError ? error.fields : {};
      const path = Object.keys(fields).find((name) => name.startsWith('emails'));
      if (!path) return;
      const culprit = addresses[Number(path.split('.')[1])];
      setProblem(`${culprit?.email ?? 'The list'} ${fields[path]}.`);
    },
  });
  const submit = () => {
    // What was typed last need not have become a chip yet.
    const all = joinAddresses(addresses, splitAddresses(draft));
    setAddresses(all);
    setDraft('');
    const found = addressProblem(all);
    setProblem(found);
    if (found === null) invite.mutate(all.map(({ email }) => email));
  };
  const change = (next: TypedAddress[]) => {
    setAddresses(next);
    setProblem(null);
  };
  return (
    <DialogForm
      onSubmit={submit}
      submitLabel={addresses.length > 1 ? `Send ${addresses.length} invites` : 'Send invite'}
      pending={invite.isPending}
    >
      <Field
        label="Addresses"
        hint={`Separate them by commas, spaces or lines; at most ${MAX_INVITES_AT_ONCE}.`}
        error={problem}
      >
        <AddressBox addresses={addresses} onAddresses={change} draft={draft} onDraft={setDraft} />
      </Field>
      <ConsumerMailHint addresses={addresses.map(({ email }) => email)} />
      <Field label="Role" hint={ROLE_SUMMARY[role]}>
        <Select options={roleOptions(assignableRoles(myRole))} value={role} onValueChange={setRole} />
      </Field>
    </DialogForm>
  );
}
