import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { cn } from '../../ui/cn.ts';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '../../ui/dialog.tsx';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import type { ConnectedAccount } from './network-api.ts';

export interface AccountDialogProps {
  account: ConnectedAccount;
  onClose: () => void;
}

interface AccountDialogFrameProps extends AccountDialogProps {
  /** What is sent where. */
  description: ReactNode;
  children: ReactNode;
}

/** The settings of one account. */
export function AccountDialogFrame({ account, onClose, description, children }: AccountDialogFrameProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={account.name}
        description={description}
        className="w-[min(520px,calc(100vw-24px))]"
      >
        {children}
      </DialogContent>
    </Dialog>
  );
}

interface AccountSettingsProps<Settings> {
  query: UseQueryResult<Settings>;
  /** Rows of fields that the form will have, for the size of the skeleton. */
  fields: number;
  /** One more on a phone, where fields that share a row are below each other. */
  isLongerOnPhone?: boolean;
  children: (settings: Settings) => ReactNode;
}

/** A form of settings that have to be read first. */
export function AccountSettings<Settings>(props: AccountSettingsProps<Settings>) {
  const { query, fields, isLongerOnPhone = false, children } = props;
  if (query.isLoadingError) return <LoadFailed what="the settings" query={query} />;
  if (query.data === undefined) return <SettingsLoading fields={fields} isLongerOnPhone={isLongerOnPhone} />;
  return children(query.data);
}

function SettingsLoading({ fields, isLongerOnPhone }: { fields: number; isLongerOnPhone: boolean }) {
  const rows = fields + (isLongerOnPhone ? 1 : 0);
  return (
    <>
      <DialogBody aria-busy="true" aria-label="Loading">
        <SkeletonText lines={3} className="h-[70px]" />
        {Array.from({ length: rows }, (_, nth) => nth).map((nth) => (
          <div
            key={nth}
            className={cn('grid h-[80px] content-start gap-2 pt-1', nth >= fields && 'sm:hidden')}
          >
            <Skeleton className="h-3 w-24" />
            <Skeleton className="h-control rounded-sm" />
          </div>
        ))}
      </DialogBody>
      <DialogFooter className="h-[57px]" />
    </>
  );
}
