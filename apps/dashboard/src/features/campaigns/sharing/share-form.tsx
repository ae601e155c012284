import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '@trailmark/contract/call';
import { Email } from '@trailmark/contract/fields';
import { addCampaignMember, type CampaignAccess } from '@trailmark/contract/sharing';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/client.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ACCESS_OPTIONS } from './access-options.ts';
import { campaignMembersQuery } from './campaign-members-query.ts';

/** By address; what was typed stays where it was refused. */
export function ShareForm({ campaignId }: { campaignId: string }) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [access, setAccess] = useState<CampaignAccess>('see');
  const [problem, setProblem] = useState<string | null>(null);
  const share = useMutation({
    mutationFn: () =>
      call(addCampaignMember, { body: { project_id, campaign_id: campaignId, email, access } }),
    onSuccess: async (member) => {
      setEmail('');
      toast(
        member.user_id === null
          ? { title: `${member.email} is invited`, description: 'The campaign is there once they accept.' }
          : { title: `Shared with ${member.email}` },
      );
      await queryClient.invalidateQueries({
        queryKey: campaignMembersQuery(project_id, campaignId).queryKey,
      });
    },
    onError: (error) => {
      const reason = error instanceof CallError ? error.fields.email : undefined;
      if (reason) setProblem(`This address ${reason}.`);
      else toastFailure('The campaign was not shared', error);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isAddress = Email.safeParse(email).success;
    setProblem(isAddress ? null : 'Type an e-mail address.');
    if (isAddress && !share.isPending) share.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <Field label="Address" hideLabel error={problem} className="w-full sm:w-80">
        <Input
          type="email"
          autoComplete="off"
          placeholder="lena@agency.com"
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            setProblem(null);
          }}
        />
      </Field>
      <Select
        aria-label="What they can do"
        className="w-32"
        options={ACCESS_OPTIONS}
        value={access}
        onValueChange={setAccess}
      />
      <Button type="submit" variant="primary" loading={share.isPending}>
        Share
      </Button>
    </form>
  );
}
