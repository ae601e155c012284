import { useQuery } from '@tanstack/react-query';
import { MAX_IMPORTED_TOKENS } from '@trailmark/contract/keys';
import { ArrowRightLeft, Plus } from 'lucide-react';
import { useState } from 'react';
import { useMay, useProject } from '../../project/current-project.tsx';
import { projectTokenQuery } from '../../project/project-token-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListTable } from '../../ui/list-table.tsx';
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
        <ListTable label="Tokens of other providers" columns={['Token', 'Added']} rows={tokens} expected={1}>
          {(one) => <ImportedTokenRow key={one.token} imported={one} mayRemove={mayImport} />}
        </ListTable>
      )}
      {adding === 'token' && <ImportTokenDialog onClose={() => setAdding(null)} />}
      {adding === 'key' && <ImportKeyDialog onClose={() => setAdding(null)} />}
    </Card>
  );
}
