import type { EventMapAccount, PostbackEventMap } from '@trailmark/contract/event-maps';
import { Ellipsis, Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toastFailure } from '../../failures/toast-failure.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TableCell, TableRow } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { toast } from '../../ui/toast-store.ts';
import { MapDialog } from './map-dialog.tsx';
import {
  CONSENT_WORDS,
  INSTALL_WORDS,
  networkWords,
  ownEventWords,
  TIMES_WORDS,
  valueWords,
} from './map-words.ts';
import { TestMapDialog } from './test-map-dialog.tsx';
import { useDeleteMap, useSwitchMap } from './use-change-map.ts';

interface MapRowProps {
  account: EventMapAccount;
  map: PostbackEventMap;
  mayEdit: boolean;
}

export function MapRow({ account, map, mayEdit }: MapRowProps) {
  return (
    <TableRow>
      <TableCell>
        <div className="flex">
          {mayEdit ? <ActiveSwitch map={map} /> : <Tag>{map.active ? 'Active' : 'Switched off'}</Tag>}
        </div>
      </TableCell>
      <TableCell data-name className="max-w-60 truncate font-medium">
        {ownEventWords(map.event)}
      </TableCell>
      <TableCell className="mono max-w-60 truncate">{map.network_event}</TableCell>
      <TableCell className="max-w-52 truncate text-text-2">{valueWords(map.value)}</TableCell>
      <TableCell className="whitespace-nowrap text-text-2">{INSTALL_WORDS[map.installs].label}</TableCell>
      <TableCell className="whitespace-nowrap text-text-2">{TIMES_WORDS[map.times]}</TableCell>
      <TableCell className="whitespace-nowrap text-text-2">{CONSENT_WORDS[map.consent].label}</TableCell>
      <TableCell className="text-right">{mayEdit && <MapMenu account={account} map={map} />}</TableCell>
    </TableRow>
  );
}

function ActiveSwitch({ map }: { map: PostbackEventMap }) {
  const { id, active } = map;
  const name = ownEventWords(map.event);
  const change = useSwitchMap();
  const set = (next: boolean) =>
    change.mutate(
      { id, active: next },
      {
        onSuccess: () => toast({ title: `The map of ${name} is switched ${next ? 'on' : 'off'}` }),
        onError: (error) => toastFailure(`The map of ${name} was not changed`, error),
      },
    );
  return (
    <Switch
      aria-label={`The map of ${name} is active`}
      checked={change.isPending ? change.variables.active : active}
      disabled={change.isPending}
      onCheckedChange={set}
    />
  );
}

function MapMenu({ account, map }: Omit<MapRowProps, 'mayEdit'>) {
  const [opened, setOpened] = useState<'edit' | 'test' | 'delete' | null>(null);
  const close = () => setOpened(null);
  const remove = useDeleteMap();
  const name = ownEventWords(map.event);
  const confirm = async () => {
    await remove.mutateAsync(map.id);
    toast({ title: `The map of ${name} is deleted` });
  };
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton size="sm" tooltip={false} label={`More for ${name}`}>
            <Ellipsis aria-hidden />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem icon={<Pencil />} onSelect={() => setOpened('edit')}>
            Edit and preview
          </DropdownMenuItem>
          <DropdownMenuItem icon={<Send />} onSelect={() => setOpened('test')}>
            Send a test
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem danger icon={<Trash2 />} onSelect={() => setOpened('delete')}>
            Delete…
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {opened === 'edit' && <MapDialog account={account} map={map} onClose={close} />}
      {opened === 'test' && <TestMapDialog account={account} map={map} onClose={close} />}
      <ConfirmDialog
        open={opened === 'delete'}
        onOpenChange={(open) => !open && close()}
        title={`Delete the map of ${name}?`}
        text={`From now on ${networkWords(account)} is not sent ${map.network_event} by it. What was sent stays there and in the deliveries.`}
        confirmLabel="Delete map"
        onConfirm={confirm}
      />
    </>
  );
}
