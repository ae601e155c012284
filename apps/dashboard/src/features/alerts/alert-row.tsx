import { conditionWords } from '@trailmark/contract/alert-words';
import type { AlertRule } from '@trailmark/contract/alerts';
import { useProject } from '../../project/current-project.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { TableCell, TableRow } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { AlertMenu } from './alert-menu.tsx';
import { stateWords } from './state-words.ts';

const NAMED = 2;

function recipientWords({ recipients }: AlertRule): string {
  if (recipients.length === 0) return 'Nobody';
  const names = recipients.slice(0, NAMED).map(({ name }) => name);
  const more = recipients.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export function AlertRow({ alert, onEdit }: { alert: AlertRule; onEdit: () => void }) {
  const { timezone, currency } = useProject();
  const { label, tone } = stateWords(alert, timezone);
  const words = conditionWords(alert.condition, { currency, campaignName: alert.campaign_name });
  return (
    <TableRow>
      <TableCell>
        <span className="grid gap-0.5 py-1.5">
          <span className="font-medium whitespace-normal">{alert.name}</span>
          <span className="text-sm whitespace-normal text-text-3">When {words}</span>
        </span>
      </TableCell>
      <TableCell>
        <Tag tone={tone} className="whitespace-normal">
          {label}
        </Tag>
      </TableCell>
      <TableCell className="max-sm:hidden">
        <span title={alert.recipients.map(({ email }) => email).join(', ')}>{recipientWords(alert)}</span>
      </TableCell>
      <TableCell className="max-sm:hidden">
        {alert.evaluated_at ? (
          <RelativeTime at={alert.evaluated_at} timeZone={timezone} className="text-text-3" />
        ) : (
          <span className="text-text-3">–</span>
        )}
      </TableCell>
      <TableCell>
        <AlertMenu alert={alert} onEdit={onEdit} />
      </TableCell>
    </TableRow>
  );
}
