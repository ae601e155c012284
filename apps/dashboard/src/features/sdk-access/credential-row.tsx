import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SdkCredential, updateSdkCredential } from '@trailmark/contract/sdk-credentials';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TableCell, TableRow } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { toast } from '../../ui/toast-store.ts';
import { STORE_WORDS } from '../../words/store-words.ts';
import { RotateCredentialDialog } from './rotate-credential-dialog.tsx';
import { sdkCredentialsQuery } from './sdk-credentials-query.ts';

interface CredentialRowProps {
  credential: SdkCredential;
  mayEdit: boolean;
}

export function CredentialRow({ credential, mayEdit }: CredentialRowProps) {
  const { timezone } = useProject();
  const [rotating, setRotating] = useState(false);
  const { key_id, hint, platform, active, expires_at } = credential;
  const rotatable = mayEdit && active && expires_at === null;
  return (
    <TableRow>
      <TableCell>
        <span className="flex items-center gap-1">
          <span className="mono">{key_id}</span>
          <CopyButton value={key_id} label={`Copy the key id ${key_id}`} />
        </span>
        <span className="text-sm text-text-2 sm:hidden">{STORE_WORDS[platform].system}</span>
      </TableCell>
      <TableCell className="text-text-2 max-sm:hidden">{STORE_WORDS[platform].system}</TableCell>
      <TableCell className="mono text-text-2 max-sm:hidden">{hint}</TableCell>
      <TableCell>
        <div className="flex items-center gap-2.5 max-sm:flex-col max-sm:items-start max-sm:gap-1.5">
          {mayEdit && <ActiveSwitch credential={credential} />}
          <State credential={credential} timezone={timezone} />
        </div>
      </TableCell>
      <TableCell className="text-text-2 max-sm:hidden">
        <RelativeTime at={credential.created_at} timeZone={timezone} />
      </TableCell>
      <TableCell className="text-right">
        {rotatable && (
          <IconButton size="sm" side="left" label={`Rotate ${key_id}`} onClick={() => setRotating(true)}>
            <RotateCw aria-hidden />
          </IconButton>
        )}
        {rotating && <RotateCredentialDialog credential={credential} onClose={() => setRotating(false)} />}
      </TableCell>
    </TableRow>
  );
}

function State({ credential, timezone }: { credential: SdkCredential; timezone: string }) {
  const { active, expires_at } = credential;
  if (!active) return <Tag>Switched off</Tag>;
  if (expires_at === null) return <Tag tone="good">In use</Tag>;
  return (
    <span className="inline-flex items-center gap-2 max-sm:flex-col max-sm:items-start max-sm:gap-1">
      <Tag tone="warn">Replaced</Tag>
      <span className="text-text-2">
        ends <RelativeTime at={expires_at} timeZone={timezone} />
      </span>
    </span>
  );
}

function ActiveSwitch({ credential: { id, key_id, active } }: { credential: SdkCredential }) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (next: boolean) => call(updateSdkCredential, { body: { project_id, id, active: next } }),
    onSuccess: ({ credential }) =>
      toast({ title: credential?.active ? `${key_id} works again` : `${key_id} is switched off` }),
    onError: (error) => toastFailure(`${key_id} was not changed`, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sdkCredentialsQuery(project_id).queryKey }),
  });
  return (
    <Switch
      aria-label={`${key_id} is active`}
      checked={change.isPending ? change.variables : active}
      disabled={change.isPending}
      onCheckedChange={(next) => change.mutate(next)}
    />
  );
}
