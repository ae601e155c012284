import type { AuditEntry } from '@trailmark/contract/audit-log';
import { ArrowRight } from 'lucide-react';
import { TableCell, TableRow } from '../../ui/table.tsx';
import { deviceOf } from '../../words/device-of.ts';
import { formatDate, formatTime } from '../../words/format-instant.ts';
import { type AuditChange, auditChanges } from './audit-changes.ts';
import { auditSentence } from './audit-sentence.ts';
import type { AuditNames } from './audit-value.ts';

interface AuditRowProps {
  entry: AuditEntry;
  known: AuditNames;
}

export function AuditRow({ entry, known }: AuditRowProps) {
  const { timezone, names } = known;
  const { verb, target, tail } = auditSentence(entry);
  const changes = auditChanges(entry, known);
  const called = (email: string) => names.get(email) ?? email;
  return (
    <TableRow className="align-top">
      <TableCell className="py-2.5 text-text-2 max-sm:min-w-26">
        <When at={entry.at} timezone={timezone} />
      </TableCell>
      <TableCell className="sm:min-w-80 py-2.5 whitespace-normal wrap-anywhere">
        <p>
          <b className="font-medium" title={entry.actor.email}>
            {called(entry.actor.email)}
          </b>{' '}
          <span className="text-text-2">{verb}</span>
          {target && (
            <b className="font-medium" title={target}>
              {' '}
              {called(target)}
            </b>
          )}
          {tail && <span className="text-text-2"> {tail}</span>}
        </p>
        {changes.length > 0 && (
          <ul className="mt-1 grid gap-0.5 text-sm">
            {changes.map((change) => (
              <Change
                key={change.field}
                change={change}
                oneSided={entry.before === null || entry.after === null}
              />
            ))}
          </ul>
        )}
        <p className="mt-1 text-sm text-text-3 sm:hidden">
          {[deviceOf(entry.user_agent).name, entry.ip].filter(Boolean).join(' · ')}
        </p>
      </TableCell>
      <TableCell className="py-2.5 text-text-2 max-sm:hidden">
        <p>{deviceOf(entry.user_agent).name}</p>
        {entry.ip && <p className="mono text-text-3">{entry.ip}</p>}
      </TableCell>
    </TableRow>
  );
}

function When({ at, timezone }: { at: string; timezone: string }) {
  return (
    <time dateTime={at} className="num block">
      {formatDate(at, timezone)} <span className="text-text-3 max-sm:block">{formatTime(at, timezone)}</span>
    </time>
  );
}

interface ChangeProps {
  change: AuditChange;
  /** The thing was made or is gone: there is no before and after, only what it was. */
  oneSided: boolean;
}

function Change({ change: { field, before, after }, oneSided }: ChangeProps) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-1.5">
      <span className="text-text-3">{field}</span>
      {oneSided ? (
        <span>{after ?? before}</span>
      ) : (
        <>
          <span className="sr-only">before</span>
          {before === null ? <Nothing /> : <del className="text-text-2 decoration-text-3">{before}</del>}
          <ArrowRight aria-hidden className="size-3 self-center text-text-3" />
          <span className="sr-only">after</span>
          {after === null ? <Nothing /> : <ins className="no-underline">{after}</ins>}
        </>
      )}
    </li>
  );
}

function Nothing() {
  return <span className="text-text-3">nothing</span>;
}
