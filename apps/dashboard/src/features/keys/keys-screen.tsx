import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { projectTokenQuery } from '../../project/project-token-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { GenerateKeyDialog } from './generate-key-dialog.tsx';
import { PrivateKeysCard } from './private-keys-card.tsx';

/** With what do our app and our servers identify themselves? */
export function KeysScreen() {
  const { project_id } = useProject();
  const mayEdit = useMay()('connections.edit');
  const keys = useQuery(projectTokenQuery(project_id));
  const [generating, setGenerating] = useState(false);
  if (keys.isLoadingError) {
    return (
      <Card>
        <LoadFailed what="the keys" query={keys} />
      </Card>
    );
  }
  return (
    <>
      {mayEdit && (
        <PageAction>
          <Button variant="primary" onClick={() => setGenerating(true)}>
            <KeyRound aria-hidden />
            Generate private key
          </Button>
        </PageAction>
      )}
      {generating && (
        <GenerateKeyDialog
          replaces={(keys.data?.private_keys.length ?? 0) > 0}
          onClose={() => setGenerating(false)}
        />
      )}
      <Card aria-busy={keys.isPending}>
        <CardHeader
          title="SDK token"
          description="Goes into the app or the website. It is public and can only write: nobody can read data with it."
        />
        <CardBody>
          {keys.data ? (
            <CopyField aria-label="SDK token" value={keys.data.token} copyLabel="Copy the SDK token" />
          ) : (
            <Skeleton className="h-control rounded-sm" />
          )}
        </CardBody>
      </Card>
      <PrivateKeysCard
        keys={keys.data?.private_keys ?? null}
        mayEdit={mayEdit}
        onGenerate={() => setGenerating(true)}
      />
    </>
  );
}
