import type { RefusedHost } from '@trailmark/contract/web-sdk';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { TableCell, TableRow } from '../../../ui/table.tsx';
import { useAllowHost } from './use-allow-host.ts';
import { useAllowLocalhost } from './use-allow-localhost.ts';

interface RefusedHostsProps {
  refused: RefusedHost[];
  mayEdit: boolean;
}

/** Hosts whose pages tried to send something, with a way to allow them. Nothing where there are none. */
export function RefusedHosts({ refused, mayEdit }: RefusedHostsProps) {
  if (refused.length === 0) return null;
  return (
    <div className="border-t border-line">
      <div className="grid gap-0.5 px-4 py-3">
        <h3 className="font-medium">Refused hosts</h3>
        <p className="max-w-[64ch] text-sm text-text-2">
          Pages that sent events of this project from elsewhere. Allow those that are yours: pages of
          strangers may have copied your snippet.
        </p>
      </div>
      <ListTable
        label="Refused hosts"
        columns={['Host', { label: 'Requests', numeric: true }, { label: 'Last seen', wideOnly: true }]}
        rows={refused}
        expected={1}
      >
        {(one) => <RefusedRow key={one.host} refused={one} mayEdit={mayEdit} />}
      </ListTable>
    </div>
  );
}

const number = new Intl.NumberFormat('en');

function RefusedRow({ refused, mayEdit }: { refused: RefusedHost; mayEdit: boolean }) {
  const { timezone } = useProject();
  const allowHost = useAllowHost();
  const allowLocalhost = useAllowLocalhost();
  const { host, is_localhost, count, last_at } = refused;
  const onError = (error: Error) => toastFailure(`${host} was not allowed`, error);
  const allow = () =>
    is_localhost ? allowLocalhost.mutate(true, { onError }) : allowHost.mutate(host, { onError });
  return (
    <TableRow>
      <TableCell>
        <span className="mono">{host}</span>
      </TableCell>
      <TableCell numeric>{number.format(count)}</TableCell>
      <TableCell className="text-text-2 max-sm:hidden">
        <RelativeTime at={last_at} timeZone={timezone} />
      </TableCell>
      <TableCell className="text-right">
        {mayEdit && (
          <Button
            size="sm"
            aria-label={`Allow ${host}`}
            disabled={allowHost.isPending || allowLocalhost.isPending}
            onClick={allow}
          >
            Allow
          </Button>
        )}
      </TableCell>
    </TableRow>
  );
}
