import { useQueryClient } from '@tanstack/react-query';
import { type Campaign, MAX_TAGS, updateCampaign } from '@trailmark/contract/campaigns';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useProject } from '../../project/current-project.tsx';
import { ChipsInput } from '../../ui/chips-input.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { campaignsKey } from './campaigns-query.ts';

interface TagsDialogProps {
  campaign: Pick<Campaign, 'campaign_id' | 'name' | 'tags'>;
  onClose: () => void;
}

/** The tags of one campaign, from its row. */
export function TagsDialog({ campaign: { campaign_id, name, tags: before }, onClose }: TagsDialogProps) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const [tags, setTags] = useState<readonly string[]>(before);
  const save = async () => {
    await call(updateCampaign, { body: { project_id, campaign_id, tags: [...tags] } });
    toast({ title: `The tags of ${name} are saved` });
    await queryClient.invalidateQueries({ queryKey: campaignsKey(project_id) });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Tags of ${name}`}
      text={`To find and group campaigns; at most ${MAX_TAGS}.`}
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
