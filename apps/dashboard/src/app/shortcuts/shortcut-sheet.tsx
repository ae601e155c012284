import { useState } from 'react';
import { useMay } from '../../project/current-project.tsx';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Switch } from '../../ui/switch.tsx';
import { PALETTE_KEYS } from '../modifier-key.ts';
import { WHOLE_SCREENS } from '../screens.ts';
import { shortcutsAreOn, switchShortcuts } from './shortcut-state.ts';

interface ShortcutSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Every shortcut, and the switch for those of a single key. */
export function ShortcutSheet({ open, onOpenChange }: ShortcutSheetProps) {
  const may = useMay();
  const [isOn, setIsOn] = useState(shortcutsAreOn);
  const screens = WHOLE_SCREENS.filter(
    ({ goKey, permission }) => goKey !== undefined && (permission === undefined || may(permission)),
  );
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Keyboard shortcuts" className="w-[min(560px,calc(100vw-24px))]">
        <DialogBody>
          <Keys
            label="General"
            rows={[
              ['Search everything', [PALETTE_KEYS]],
              ['Search this screen', ['/']],
              ['Show these shortcuts', ['?']],
              ['Close', ['Esc']],
            ]}
          />
          <Keys
            label="Go to"
            rows={screens.map(({ title, railLabel, goKey = '' }) => [
              railLabel ?? title,
              ['G', goKey.toUpperCase()],
            ])}
          />
        </DialogBody>
        <DialogFooter className="justify-between">
          <label htmlFor="single-keys" className="text-sm text-text-2">
            Shortcuts of a single key, such as <Kbd>/</Kbd> and <Kbd>G</Kbd>
          </label>
          <Switch
            id="single-keys"
            checked={isOn}
            onCheckedChange={(next) => {
              switchShortcuts(next);
              setIsOn(next);
            }}
          />
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

interface KeysProps {
  label: string;
  rows: readonly [string, readonly string[]][];
}

function Keys({ label, rows }: KeysProps) {
  return (
    <section aria-label={label} className="grid gap-1">
      <h3 className="text-xs font-medium text-text-3">{label}</h3>
      <dl className="grid gap-x-8 sm:grid-cols-2">
        {rows.map(([name, keys]) => (
          <div key={name} className="flex min-h-8 items-center justify-between gap-3 border-b border-line">
            <dt>{name}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
