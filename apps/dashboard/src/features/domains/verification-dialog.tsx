import type { AppPlatform, VerificationObject } from '@trailmark/contract/domains';
import { useState } from 'react';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { AndroidAppsForm } from './android-apps-form.tsx';
import { IosAppsForm } from './ios-apps-form.tsx';
import { PastedFileForm } from './pasted-file-form.tsx';

const WAYS = [
  { value: 'form', label: 'Fill in a form' },
  { value: 'file', label: 'Paste the file' },
] as const;

interface VerificationDialogProps {
  platform: AppPlatform;
  object: VerificationObject | null;
  title: string;
  onClose: () => void;
}

export function VerificationDialog({ platform, object, title, onClose }: VerificationDialogProps) {
  const wasPasted = object !== null && object.ios_apps === null && object.android_apps === null;
  const [way, setWay] = useState<'form' | 'file'>(wasPasted ? 'file' : 'form');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={title}
        description={
          object
            ? 'It replaces the file that is served now. Phones may take a day to read it again.'
            : 'Phones may take a day to read it.'
        }
        className="w-[min(600px,calc(100vw-24px))]"
      >
        <div className="px-5 pb-3">
          <Segmented aria-label="How to add it" options={WAYS} value={way} onValueChange={setWay} />
        </div>
        {way === 'file' && <PastedFileForm platform={platform} object={object} onSaved={onClose} />}
        {way === 'form' && platform === 'IOS' && (
          <IosAppsForm apps={object?.ios_apps ?? null} onSaved={onClose} />
        )}
        {way === 'form' && platform === 'ANDROID' && (
          <AndroidAppsForm apps={object?.android_apps ?? null} onSaved={onClose} />
        )}
      </DialogContent>
    </Dialog>
  );
}
