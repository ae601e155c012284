import { useQueryClient } from '@tanstack/react-query';
import { removeWhitelistedHost, type WebScript, type WhitelistedHost } from '@trailmark/contract/web-sdk';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import { TableCell, TableRow } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { SnippetDialog } from './snippet-dialog.tsx';
import { webHostsQuery } from './web-hosts-query.ts';

interface HostRowProps {
  host: WhitelistedHost;
  script: WebScript | null;
  mayEdit: boolean;
}

export function HostRow({ host, script, mayEdit }: HostRowProps) {
  const { timezone } = useProject();
  const [isShowing, setIsShowing] = useState(false);
  const lastSeen = host.last_seen_at ? <RelativeTime at={host.last_seen_at} timeZone={timezone} /> : 'never';
  return (
    <TableRow>
      <TableCell>
        <span className="mono">{host.host}</span>
        <span className="block text-sm text-text-2 sm:hidden">Seen: {lastSeen}</span>
      </TableCell>
      <TableCell className="text-text-2 max-sm:hidden">{lastSeen}</TableCell>
      <TableCell className="text-text-2 max-sm:hidden">
        <RelativeTime at={host.created_at} timeZone={timezone} />
      </TableCell>
      <TableCell className="text-right">
        <span className="inline-flex items-center gap-1">
          <Button size="sm" aria-label={`Snippet for ${host.host}`} onClick={() => setIsShowing(true)}>
            Snippet
          </Button>
          {mayEdit && <RemoveHost host={host} />}
        </span>
        {isShowing && <SnippetDialog host={host} script={script} onClose={() => setIsShowing(false)} />}
      </TableCell>
    </TableRow>
  );
}

function RemoveHost({ host: { host, token_id } }: { host: WhitelistedHost }) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const remove = async () => {
    await call(removeWhitelistedHost, { params: { project_id }, body: { tokenId: token_id } });
    toast({ title: `${host} is removed`, description: 'What its pages send is refused from now on.' });
    await queryClient.invalidateQueries({ queryKey: webHostsQuery(project_id).queryKey });
  };
  return (
    <RemoveButton
      name={host}
      text="What its pages send is refused from this moment on, and is lost. Its token stops working everywhere: if you add the host again, it gets another one."
      confirmLabel="Remove host"
      onRemove={remove}
    />
  );
}
