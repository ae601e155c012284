import type { Webhook } from '@trailmark/contract/webhooks';
import { Ellipsis, Pencil, RefreshCw, ScrollText, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toastFailure } from '../../failures/toast-failure.ts';
import { ConnectionStateTag, HealthLine } from '../../project/connection-state.tsx';
import { useProject } from '../../project/current-project.tsx';
import { DeliveriesLink } from '../../project/deliveries-link.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Tag } from '../../ui/tag.tsx';
import { toast } from '../../ui/toast-store.ts';
import { asSentence } from '../../words/delivery-words.ts';
import { formatInstant } from '../../words/format-instant.ts';
import { TestWebhookDialog } from './test-webhook-dialog.tsx';
import { useChangeWebhook } from './use-change-webhook.ts';
import { EditWebhookDialog, RemoveWebhookDialog, RotateSecretDialog } from './webhook-dialogs.tsx';
import { eventTypeWords, webhookName } from './webhook-words.ts';

interface WebhookRowProps {
  webhook: Webhook;
  mayEdit: boolean;
}

export function WebhookRow({ webhook, mayEdit }: WebhookRowProps) {
  const { timezone } = useProject();
  const { url, health, is_slack, secret_hint, old_secret_until } = webhook;
  const secret = `Secret ${secret_hint}…`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-3 border-t border-line px-4 py-3.5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="min-w-0 font-semibold break-words">{webhookName(webhook)}</h3>
          <ConnectionStateTag state={health.state} />
          {is_slack && <Tag>Slack</Tag>}
        </div>
        <p className="flex items-center gap-1">
          <span className="mono min-w-0 wrap-anywhere text-text-2">{url}</span>
          {!is_slack && <CopyButton value={url} label={`Copy the URL of ${webhookName(webhook)}`} />}
        </p>
        {health.state === 'attention' && health.reason && (
          <p className="text-sm break-words text-warn">{asSentence(health.reason)}</p>
        )}
        <HealthLine health={health} />
        <p className="text-sm text-text-3">
          {eventTypeWords(webhook)}
          {!is_slack && <> · {secret}</>}
          {old_secret_until && <> · the old secret signs until {formatInstant(old_secret_until, timezone)}</>}
        </p>
      </div>
      <WebhookActions webhook={webhook} mayEdit={mayEdit} />
    </li>
  );
}

type Opened = 'test' | 'edit' | 'rotate' | 'remove' | null;

function WebhookActions({ webhook, mayEdit }: WebhookRowProps) {
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  if (!mayEdit) {
    return (
      <Button size="sm" asChild className="w-fit">
        <DeliveriesLink connectionId={webhook.webhook_id}>Deliveries</DeliveriesLink>
      </Button>
    );
  }
  return (
    <div className="flex items-center gap-2 self-start">
      <ActiveSwitch webhook={webhook} />
      <Button size="sm" onClick={() => setOpened('test')} aria-label={`Send test to ${webhookName(webhook)}`}>
        <Send aria-hidden />
        Send test
      </Button>
      <WebhookMenu webhook={webhook} onOpen={setOpened} />
      {opened === 'test' && <TestWebhookDialog webhook={webhook} onClose={close} />}
      {opened === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {opened === 'rotate' && <RotateSecretDialog webhook={webhook} onClose={close} />}
      {opened === 'remove' && <RemoveWebhookDialog webhook={webhook} onClose={close} />}
    </div>
  );
}

function WebhookMenu({ webhook, onOpen }: { webhook: Webhook; onOpen: (what: Opened) => void }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton size="sm" tooltip={false} label={`More for ${webhookName(webhook)}`}>
          <Ellipsis aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem asChild>
          <DeliveriesLink connectionId={webhook.webhook_id}>
            <ScrollText aria-hidden className="size-[15px] text-text-2" />
            Deliveries
          </DeliveriesLink>
        </DropdownMenuItem>
        <DropdownMenuItem icon={<Pencil />} onSelect={() => onOpen('edit')}>
          Edit
        </DropdownMenuItem>
        {!webhook.is_slack && (
          <DropdownMenuItem icon={<RefreshCw />} onSelect={() => onOpen('rotate')}>
            Rotate secret
          </DropdownMenuItem>
        )}
        <DropdownMenuSeparator />
        <DropdownMenuItem danger icon={<Trash2 />} onSelect={() => onOpen('remove')}>
          Remove
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function ActiveSwitch({ webhook }: { webhook: Webhook }) {
  const { webhook_id, active } = webhook;
  const name = webhookName(webhook);
  const change = useChangeWebhook();
  const set = (next: boolean) =>
    change.mutate(
      { webhook_id, active: next },
      {
        onSuccess: () => toast({ title: next ? `${name} is switched on` : `${name} is switched off` }),
        onError: (error) => toastFailure(`${name} was not changed`, error),
      },
    );
  return (
    <Switch
      aria-label={`${name} is on`}
      checked={change.isPending ? (change.variables.active ?? active) : active}
      disabled={change.isPending}
      onCheckedChange={set}
    />
  );
}
