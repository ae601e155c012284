import { useQuery } from '@tanstack/react-query';
import { type ImportedToken, MAX_IMPORTED_TOKENS } from '@trailmark/contract/keys';
import { ArrowRightLeft, Plus } from 'lucide-react';
import { useState } from 'react';
import { useMay, useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { projectTokenQuery } from '../keys/project-token-query.ts';
import { ImportKeyDialog } from './import-key-dialog.tsx';
import { ImportTokenDialog } from './import-token-dialog.tsx';
import { ImportedTokenRow } from './imported-token-row.tsx';

/** Tokens and signing keys of the provider that released apps were built for. */
export function SwitchProviderCard() {
  const { project_id } = useProject();
  const mayImport = useMay()('keys.import');
  const keys = useQuery(projectTokenQuery(project_id));
  const [adding, setAdding] = useState<'token' | 'key' | null>(null);
  const tokens = keys.data?.imported_tokens ?? null;
  // The card of the project's own token, which is read with them, says what went wrong.
  if (keys.isLoadingError) return null;
  return (
    <Card aria-busy={keys.isPending}>
      <CardHeader
        title="Switch from another provider"
        description="Apps that are already released carry the token, and perhaps the signing key, of your old provider. Add both here, and those apps only need the address of this installation."
        actions={
          mayImport && (
            <>
              <Button
                disabled={(tokens?.length ?? 0) >= MAX_IMPORTED_TOKENS}
                onClick={() => setAdding('token')}
              >
                <Plus aria-hidden />
                Add a token
              </Button>
              <Button onClick={() => setAdding('key')}>
                <Plus aria-hidden />
                Add a signing key
              </Button>
            </>
          )
        }
        className="pb-3"
      />
      {tokens?.length === 0 ? (
        <EmptyState
          icon={<ArrowRightLeft />}
          title="No tokens of another provider yet"
          text={
            mayImport
              ? 'Requests with another provider’s token are refused until you add it. Signing keys that you add appear under Request signing.'
              : 'Requests with another provider’s token are refused. An owner can add it.'
          }
          className="py-8"
        />
      ) : (
        <TokensTable tokens={tokens} mayImport={mayImport} />
      )}
      {adding === 'token' && <ImportTokenDialog onClose={() => setAdding(null)} />}
      {adding === 'key' && <ImportKeyDialog onClose={() => setAdding(null)} />}
    </Card>
  );
}

function TokensTable({ tokens, mayImport }: { tokens: ImportedToken[] | null; mayImport: boolean }) {
  return (
    <Table label="Tokens of other providers">
      <TableHead>
        <TableRow>
          <TableHeaderCell>Token</TableHeaderCell>
          <TableHeaderCell>Added</TableHeaderCell>
          <TableHeaderCell className="w-0">
            <span className="sr-only">Actions</span>
          </TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {tokens === null && <SkeletonRows rows={1} columns={3} />}
        {tokens?.map((one) => (
          <ImportedTokenRow key={one.token} imported={one} mayRemove={mayImport} />
        ))}
      </TableBody>
    </Table>
  );
}
