import { useMutation } from '@tanstack/react-query';
import { CallError } from '@trailmark/contract/call';
import { requestFeature } from '@trailmark/contract/feedback';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { useMembership } from '../project/current-project.tsx';
import { Dialog, DialogContent } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { toast } from '../ui/toast-store.ts';

const MAX_LENGTH = 2000;

function reasonOf(error: Error): string {
  const field = error instanceof CallError ? error.fields.message : undefined;
  return field ? `Your message ${field}.` : `${error.message} Your text is kept: try again.`;
}

/** Sends a feature request to the operator of this installation. */
export function RequestFeatureDialog({ onClose }: { onClose: () => void }) {
  const projectId = useMembership()?.project_id ?? '';
  const [message, setMessage] = useState('');
  const [empty, setEmpty] = useState(false);
  const request = useMutation({
    mutationFn: () => call(requestFeature, { body: { project_id: projectId, message } }),
    onSuccess: () => {
      onClose();
      toast({
        title: 'Thank you',
        description: 'Your request was sent to the people who run Trailmark here.',
      });
    },
  });
  const submit = () => {
    setEmpty(message.trim() === '');
    if (message.trim() !== '') request.mutate();
  };
  const error = empty ? 'Your message is empty.' : request.error && reasonOf(request.error);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Request a feature"
        description="What are you trying to do, and what is in the way?"
      >
        <DialogForm onSubmit={submit} submitLabel="Send" pending={request.isPending}>
          <Field label="Your request" hideLabel error={error}>
            <Textarea
              rows={6}
              maxLength={MAX_LENGTH}
              value={message}
              onChange={(event) => {
                setMessage(event.target.value);
                setEmpty(false);
              }}
            />
          </Field>
        </DialogForm>
      </DialogContent>
    </Dialog>
  );
}
