import type { AlertRule, MuteChoice } from '@trailmark/contract/alerts';
import { Bell, BellOff, MailX, MoreHorizontal, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useMay } from '../../project/current-project.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useChangeAlerts } from './alerts-query.ts';

const MUTE_WORDS: Record<MuteChoice, string> = {
  hour: 'Mute for 1 hour',
  day: 'Mute for 1 day',
  week: 'Mute for 1 week',
  forever: 'Mute until unmuted',
};
const MUTES = Object.entries(MUTE_WORDS) as [MuteChoice, string][];

interface AlertMenuProps {
  alert: AlertRule;
  onEdit: () => void;
}

export function AlertMenu({ alert, onEdit }: AlertMenuProps) {
  const mayEdit = useMay()('alerts.edit');
  const { leave, remove } = useChangeAlerts();
  const [confirming, setConfirming] = useState(false);
  if (!mayEdit && !alert.subscribed) return null;
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton label={`More for ${alert.name}`} tooltip={false}>
            <MoreHorizontal aria-hidden />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {mayEdit && <EditItems alert={alert} onEdit={onEdit} />}
          {alert.subscribed && (
            <DropdownMenuItem icon={<MailX />} onSelect={() => leave.mutate(alert)}>
              Unsubscribe me
            </DropdownMenuItem>
          )}
          {mayEdit && (
            <DropdownMenuItem danger icon={<Trash2 />} onSelect={() => setConfirming(true)}>
              Delete…
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Delete the alert ${alert.name}?`}
        text="It stops sending mail, and its history is deleted."
        confirmLabel="Delete alert"
        onConfirm={() => remove.mutateAsync(alert)}
      />
    </>
  );
}

function EditItems({ alert, onEdit }: AlertMenuProps) {
  const { change, mute } = useChangeAlerts();
  const { rule_id, enabled, state } = alert;
  const toggle = () =>
    change.mutate(
      { rule_id, enabled: !enabled },
      { onError: (error) => toastFailure('The alert was not changed', error) },
    );
  return (
    <>
      <DropdownMenuItem icon={<Pencil />} onSelect={onEdit}>
        Edit…
      </DropdownMenuItem>
      <DropdownMenuItem icon={enabled ? <Pause /> : <Play />} onSelect={toggle}>
        {enabled ? 'Switch off' : 'Switch on'}
      </DropdownMenuItem>
      {enabled && <DropdownMenuSeparator />}
      {enabled && state === 'muted' && (
        <DropdownMenuItem icon={<Bell />} onSelect={() => mute.mutate({ rule_id, choice: null })}>
          Unmute
        </DropdownMenuItem>
      )}
      {enabled &&
        state !== 'muted' &&
        MUTES.map(([choice, words]) => (
          <DropdownMenuItem key={choice} icon={<BellOff />} onSelect={() => mute.mutate({ rule_id, choice })}>
            {words}
          </DropdownMenuItem>
        ))}
      <DropdownMenuSeparator />
    </>
  );
}
