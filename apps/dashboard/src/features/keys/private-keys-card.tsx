import type { PrivateKey } from '@trailmark/contract/keys';
import { KeyRound } from 'lucide-react';
import { useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { formatInstant } from '../../words/format-instant.ts';

interface PrivateKeysCardProps {
  /** Null while they load. */
  keys: PrivateKey[] | null;
  mayEdit: boolean;
  onGenerate: () => void;
}

export function PrivateKeysCard({ keys, mayEdit, onGenerate }: PrivateKeysCardProps) {
  return (
    <Card aria-busy={keys === null}>
      <CardHeader
        title="Private keys"
        description="For your own servers. A key is shown once, when it is generated; after that you see only its first characters."
      />
      {keys?.length === 0 ? (
        <EmptyState
          icon={<KeyRound />}
          title="No private keys yet"
          text={
            mayEdit
              ? 'Your servers need one to send events or read data. Generate it when you are ready to store it.'
              : 'Your servers need one to send events or read data. An owner or admin can generate it.'
          }
          action={mayEdit && <Button onClick={onGenerate}>Generate private key</Button>}
          className="py-8"
        />
      ) : (
        <KeysTable keys={keys} />
      )}
    </Card>
  );
}

function KeysTable({ keys }: { keys: PrivateKey[] | null }) {
  return (
    <Table label="Private keys">
      <TableHead>
        <TableRow>
          <TableHeaderCell>Key</TableHeaderCell>
          <TableHeaderCell>State</TableHeaderCell>
          <TableHeaderCell>Created by</TableHeaderCell>
          <TableHeaderCell>Created</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {keys === null && <SkeletonRows rows={2} columns={4} />}
        {keys?.map((key) => (
          <KeyRow key={key.id} privateKey={key} />
        ))}
      </TableBody>
    </Table>
  );
}

function KeyRow({ privateKey }: { privateKey: PrivateKey }) {
  const { timezone } = useProject();
  return (
    <TableRow>
      <TableCell className="mono">{privateKey.hint}</TableCell>
      <TableCell>
        {privateKey.expires_at ? (
          <span className="inline-flex items-center gap-2">
            <Tag tone="warn">Replaced</Tag>
            <span className="text-text-2">
              works until{' '}
              <time dateTime={privateKey.expires_at}>{formatInstant(privateKey.expires_at, timezone)}</time>
            </span>
          </span>
        ) : (
          <Tag tone="good">In use</Tag>
        )}
      </TableCell>
      <TableCell className="text-text-2">{privateKey.created_by}</TableCell>
      <TableCell className="text-text-2">
        <RelativeTime at={privateKey.created_at} timeZone={timezone} />
      </TableCell>
    </TableRow>
  );
}
