import { useEffect } from 'react';
import { Sheet, SheetContent } from '../ui/sheet.tsx';
import { Rail } from './rail.tsx';

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The rail of a narrow window. */
export function Drawer({ open, onOpenChange }: DrawerProps) {
  useEffect(() => {
    // A window that grew shows the rail next to the page again.
    const wide = window.matchMedia('(min-width: 900px)');
    const close = () => onOpenChange(false);
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, [onOpenChange]);
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent title="Navigation">
        <Rail />
      </SheetContent>
    </Sheet>
  );
}
