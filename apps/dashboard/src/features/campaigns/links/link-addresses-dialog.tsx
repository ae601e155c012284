import type { Link } from '@trailmark/contract/links';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter } from '../../../ui/dialog.tsx';
import { LinkAddresses } from './link-addresses.tsx';

interface LinkAddressesDialogProps {
  link: Link;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function LinkAddressesDialog({ link, open, onOpenChange }: LinkAddressesDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={`Addresses of ${link.name}`}
        description="They all lead to this link and count towards it."
      >
        <DialogBody>
          <LinkAddresses link={link} />
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button>Close</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
