import type { Link } from '@trailmark/contract/links';
import { Dialog, DialogContent } from '../../../ui/dialog.tsx';
import { LinkForm } from './link-form.tsx';

interface LinkDialogProps {
  campaignId: string;
  /** The one to change; without it a new one is made. */
  link?: Link;
  onClose: () => void;
}

export function LinkDialog({ campaignId, link, onClose }: LinkDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={link ? `Edit ${link.name}` : 'Add a link'}
        description={
          link
            ? 'Its address stays as it is.'
            : 'It leads to the same place as the campaign and is reported separately.'
        }
      >
        <LinkForm campaignId={campaignId} link={link} onSaved={onClose} />
      </DialogContent>
    </Dialog>
  );
}
