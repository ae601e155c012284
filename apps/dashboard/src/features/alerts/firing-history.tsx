import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ENDED, firingWords, measuredWords } from '@trailmark/contract/alert-words';
import type { AlertFiring } from '@trailmark/contract/alerts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { TableCell, TableRow } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { shortInstant } from '../../words/format-instant.ts';
import { firingsQuery } from './alerts-query.ts';

/** When alerts fired, why, until when, and who got a mail. */
export function FiringHistory() {
  const { project_id } = useProject();
  const firings = useQuery(firingsQuery(project_id));
  const isEmpty = firings.data?.length === 0;
  return (
    <Card aria-busy={firings.isPending}>
      <CardHeader title="History" description="The latest 100 times that an alert fired." className="pb-3" />
      {firings.isLoadingError && <LoadFailed what="the history" query={firings} />}
      {isEmpty && (
        <EmptyState
          title="Nothing fired yet"
          text="Alerts that fired are listed here, with the number and who was mailed."
        />
      )}
      {!firings.isLoadingError && !isEmpty && (
        <ListTable
          label="History"
          columns={[
            'What happened',
            { label: 'Opened', wideOnly: true },
            { label: 'Ended', wideOnly: true },
            { label: 'Mailed to', wideOnly: true },
          ]}
          rows={firings.data}
          expected={3}
        >
          {(firing) => <FiringRow key={firing.firing_id} firing={firing} />}
        </ListTable>
      )}
    </Card>
  );
}

/** "over at ROAS 1.40", or why it ended otherwise. */
function endedWords({ condition, closed_because: because, latest }: AlertFiring, currency: string): string {
  if (because === null) return '';
  return because === 'over' ? measuredWords(condition, latest, currency) : ENDED[because];
}

function mailWords({ mails, was_muted: wasMuted }: AlertFiring): string {
  if (wasMuted) return 'Muted';
  const sent = mails.filter(({ state }) => state === 'sent');
  if (sent.length === 0) return mails.some(({ state }) => state === 'waiting') ? 'Sending' : 'Nobody';
  const [first] = sent;
  return `${first?.email}${sent.length > 1 ? ` and ${sent.length - 1} more` : ''}`;
}

function FiringRow({ firing }: { firing: AlertFiring }) {
  const { timezone, currency } = useProject();
  const { condition, measured, opened_at: openedAt, closed_at: closedAt } = firing;
  const ended = endedWords(firing, currency);
  const title = firingWords(condition, measured, currency);
  return (
    <TableRow>
      <TableCell>
        <span className="grid gap-0.5 py-1.5">
          <span className="font-medium whitespace-normal">{title}</span>
          <span className="text-sm whitespace-normal text-text-3">{firing.rule_name}</span>
          <span className="num text-sm whitespace-normal text-text-3 sm:hidden">
            {shortInstant(openedAt, timezone)}
            {closedAt ? ` to ${shortInstant(closedAt, timezone)}` : ', firing'}
          </span>
        </span>
      </TableCell>
      <TableCell className="num max-sm:hidden">{shortInstant(openedAt, timezone)}</TableCell>
      <TableCell className="max-sm:hidden">
        {closedAt ? (
          <span className="grid">
            <span className="num">{shortInstant(closedAt, timezone)}</span>
            <span className="text-sm whitespace-normal text-text-3 first-letter:uppercase">{ended}</span>
          </span>
        ) : (
          <Tag tone="bad">Firing</Tag>
        )}
      </TableCell>
      <TableCell className="max-sm:hidden">
        <span className="block max-w-56 truncate" title={firing.mails.map(({ email }) => email).join(', ')}>
          {mailWords(firing)}
        </span>
      </TableCell>
      <TableCell>
        <OpenNumbers path={measured.path} title={title} />
      </TableCell>
    </TableRow>
  );
}

/** The screen that shows the number, with its dates and filter. */
function OpenNumbers({ path, title }: { path: string; title: string }) {
  const router = useRouter();
  return (
    <Button asChild size="sm">
      <a
        href={path}
        aria-label={`Open: ${title}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          router.history.push(path);
        }}
      >
        Open
      </a>
    </Button>
  );
}
