import { Card, CardHeader } from '../../../ui/card.tsx';
import { WINDOW_FIELDS, type WindowField } from '../../../words/attribution-windows.ts';
import type { SettingsCardProps } from './settings-form.tsx';
import { WindowRow } from './window-row.tsx';

/** What decides about returns, and not how old a touch may be. */
const RETURN_WINDOWS: readonly WindowField['name'][] = ['reattribution_days', 'inactivity_days'];

/** How old a touch may be to be credited. */
export function LookBackCard(props: SettingsCardProps) {
  const windows = WINDOW_FIELDS.filter(({ name }) => !RETURN_WINDOWS.includes(name));
  return (
    <Card>
      <CardHeader
        title="Look-back windows"
        description="How old a touch may be to be credited. A change applies from now on; earlier decisions stay."
        className="pb-3"
      />
      {windows.map((window) => (
        <WindowRow key={window.name} window={window} {...props} />
      ))}
    </Card>
  );
}

/** When somebody who is known counts again. */
export function ReturnsCard(props: SettingsCardProps) {
  const windows = WINDOW_FIELDS.filter(({ name }) => RETURN_WINDOWS.includes(name));
  return (
    <Card>
      <CardHeader
        title="Reinstalls and returns"
        description="When someone you already know counts again. A change applies from now on."
        className="pb-3"
      />
      {windows.map((window) => (
        <WindowRow key={window.name} window={window} {...props} />
      ))}
    </Card>
  );
}
