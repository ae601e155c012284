import type { Campaign } from '@trailmark/contract/campaigns';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useCampaignActions } from './use-campaign-actions.ts';

interface DeleteCampaignDialogProps {
  campaign: Campaign;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted?: (() => void) | undefined;
}

export function DeleteCampaignDialog(props: DeleteCampaignDialogProps) {
  const { campaign, open, onOpenChange, onDeleted } = props;
  const { remove } = useCampaignActions(campaign);
  const confirm = async () => {
    await remove();
    onDeleted?.();
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${campaign.name}?`}
      text="Its links stop working for good, and that cannot be undone. Only a campaign that never had a click or an install can be deleted; any other can be archived, and keeps its numbers."
      confirmLabel="Delete campaign"
      onConfirm={confirm}
    />
  );
}
