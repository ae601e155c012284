import { useQueryClient } from '@tanstack/react-query';
import { MAX_TAGS } from '@trailmark/contract/campaigns';
import { useState } from 'react';
import { useProject } from '../../project/current-project.tsx';
import { ChipsInput } from '../../ui/chips-input.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { campaignsKey } from './campaigns-query.ts';

interface TagsDialogProps {
  name: string;
  /** What its tags are for. */
  text: string;
  tags: readonly string[];
  onSave: (tags: string[]) => Promise<unknown>;
  onClose: () => void;
}

/** The tags of a campaign, an ad set or a creative, from its row. */
export function TagsDialog({ name, text, tags: before, onSave, onClose }: TagsDialogProps) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const [tags, setTags] = useState<readonly string[]>(before);
  const save = async () => {
    await onSave([...tags]);
    toast({ title: `The tags of ${name} are saved` });
    await queryClient.invalidateQueries({ queryKey: campaignsKey(project_id) });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Tags of ${name}`}
      text={`${text}; at most ${MAX_TAGS}.`}
      confirmLabel="Save tags"
      tone="primary"
      onConfirm={save}
    >
      <Field label="Tags">
        <ChipsInput values={[...tags]} onValues={setTags} placeholder="summer, retargeting" />
      </Field>
    </ConfirmDialog>
  );
}
