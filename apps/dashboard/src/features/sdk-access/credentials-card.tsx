import { useQuery } from '@tanstack/react-query';
import { Plus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { CredentialRow } from './credential-row.tsx';
import { NewCredentialDialog } from './new-credential-dialog.tsx';
import { sdkCredentialsQuery } from './sdk-credentials-query.ts';
import { SigningMode } from './signing-mode.tsx';

/** Who may speak for the app? */
export function CredentialsCard() {
  const { project_id } = useProject();
  const { installs } = useProjectWords();
  const mayEdit = useMay()('connections.edit');
  const access = useQuery(sdkCredentialsQuery(project_id));
  const [making, setMaking] = useState(false);
  const isEmpty = access.data?.credentials.length === 0;
  return (
    <Card aria-busy={access.isPending}>
      <CardHeader
        title="Request signing"
        description={`With a credential the SDK signs its requests, so that nobody can invent ${installs} with the public token.`}
        actions={
          mayEdit &&
          !isEmpty && (
            <Button onClick={() => setMaking(true)}>
              <Plus aria-hidden />
              Add a credential
            </Button>
          )
        }
        className="pb-3"
      />
      {access.isLoadingError && <LoadFailed what="the credentials" query={access} />}
      {access.data && !isEmpty && <SigningMode access={access.data} mayEdit={mayEdit} />}
      {isEmpty && (
        <EmptyState
          icon={<ShieldCheck />}
          title="Requests are not signed yet"
          text={
            mayEdit
              ? 'Unsigned requests are accepted. Create a credential for each app, then require signatures.'
              : 'Unsigned requests are accepted. An owner or admin can create credentials and require signatures.'
          }
          action={mayEdit && <Button onClick={() => setMaking(true)}>Add a credential</Button>}
          className="py-8"
        />
      )}
      {!access.isLoadingError && !isEmpty && (
        <ListTable
          label="SDK credentials"
          columns={[
            'Key id',
            { label: 'Platform', wideOnly: true },
            { label: 'Secret', wideOnly: true },
            'State',
            { label: 'Created', wideOnly: true },
          ]}
          rows={access.data?.credentials}
          expected={2}
        >
          {(credential) => <CredentialRow key={credential.id} credential={credential} mayEdit={mayEdit} />}
        </ListTable>
      )}
      {making && <NewCredentialDialog onClose={() => setMaking(false)} />}
    </Card>
  );
}
