import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '@trailmark/contract/call';
import { type Project, updateProject } from '@trailmark/contract/projects';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureAdvice } from '../../../failures/failure-advice.ts';
import { fieldReason } from '../../../failures/field-reason.ts';
import { projectQuery } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardFooter, CardHeader } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog, DialogContent } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { toast } from '../../../ui/toast-store.ts';

function useSaveKey(projectId: string) {
  const queryClient = useQueryClient();
  return async (meta_referrer_key: string | null) => {
    const saved = await call(updateProject, { body: { project_id: projectId, meta_referrer_key } });
    queryClient.setQueryData(projectQuery(projectId).queryKey, saved);
    toast({ title: meta_referrer_key === null ? 'The key is removed' : 'The key is saved' });
  };
}

/** Opens what Meta puts into the install referrer; it goes in and never comes out again. */
export function MetaKeyCard({ project, disabled }: { project: Project; disabled: boolean }) {
  const [dialog, setDialog] = useState<'set' | 'remove' | null>(null);
  const save = useSaveKey(project.project_id);
  const isSet = project.has_meta_referrer_key ?? false;
  const close = (open: boolean) => !open && setDialog(null);
  return (
    <Card aria-label="Meta install referrer">
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            Meta install referrer
            {isSet ? <Tag tone="good">The key is set</Tag> : <Tag>No key</Tag>}
          </span>
        }
        description="With its decryption key, installs that Meta ads brought to Google Play are matched without an identifier. The key is stored encrypted and is never shown again."
        className="pb-3.5"
      />
      {!disabled && (
        <CardFooter className="justify-start">
          <Button size="sm" onClick={() => setDialog('set')}>
            {isSet ? 'Replace the key' : 'Set the key'}
          </Button>
          {isSet && (
            <Button size="sm" variant="quiet" onClick={() => setDialog('remove')}>
              Remove
            </Button>
          )}
        </CardFooter>
      )}
      <Dialog open={dialog === 'set'} onOpenChange={close}>
        <DialogContent
          title={isSet ? 'Replace the key' : 'Set the key'}
          description="In Meta’s app dashboard: Settings, Basic, Android, Install Referrer Decryption Key."
        >
          <KeyForm save={save} onDone={() => setDialog(null)} />
        </DialogContent>
      </Dialog>
      <ConfirmDialog
        open={dialog === 'remove'}
        onOpenChange={close}
        title="Remove the key?"
        text="Meta’s install referrer can no longer be decrypted. Past attribution stays as it is."
        confirmLabel="Remove the key"
        onConfirm={() => save(null)}
      />
    </Card>
  );
}

// A component of its own, so that the key is forgotten on closing.
function KeyForm({ save, onDone }: { save: (key: string) => Promise<void>; onDone: () => void }) {
  const [key, setKey] = useState('');
  const saving = useMutation({ mutationFn: () => save(key), onSuccess: onDone });
  const reason = saving.error instanceof CallError ? saving.error.fields.meta_referrer_key : undefined;
  return (
    <DialogForm
      onSubmit={() => saving.mutate()}
      submitLabel="Save the key"
      pending={saving.isPending}
      disabled={key.trim() === ''}
    >
      <Field
        label="Decryption key"
        hint="64 hexadecimal digits."
        error={saving.error && (fieldReason('The key', reason) ?? failureAdvice(saving.error))}
      >
        <Input
          type="password"
          autoComplete="off"
          spellCheck={false}
          maxLength={80}
          className="mono"
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
      </Field>
    </DialogForm>
  );
}
