import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { projectTokenQuery } from '../../project/project-token-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardFooter, CardHeader } from '../../ui/card.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const TOKEN_USE = {
  app: 'Goes into the app.',
  web: 'For apps that belong to this project. Pages have the token of their host instead.',
};

/** The public token of the project, and where to find what it does not do. */
export function TokenCard() {
  const { project_id, platform } = useProject();
  const keys = useQuery(projectTokenQuery(project_id));
  return (
    <Card aria-busy={keys.isPending}>
      <CardHeader
        title="SDK token"
        description={`${TOKEN_USE[platform]} It is public and can only write: nobody can read data with it.`}
      />
      {keys.isLoadingError ? (
        <LoadFailed what="the SDK token" query={keys} />
      ) : (
        <CardBody>
          {keys.data ? (
            <CopyField aria-label="SDK token" value={keys.data.token} copyLabel="Copy the SDK token" />
          ) : (
            <Skeleton className="h-control rounded-sm" />
          )}
        </CardBody>
      )}
      <CardFooter>
        <p>{privateKeysInWords(keys.data?.private_keys.length)}</p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" asChild>
            <Link to="/settings/keys">Private keys</Link>
          </Button>
          <Button size="sm" asChild>
            <Link to="/settings/domains">Link domains</Link>
          </Button>
        </div>
      </CardFooter>
    </Card>
  );
}

function privateKeysInWords(count: number | undefined): string {
  if (count === undefined) return 'Your own servers use a private key instead.';
  if (count === 0) return 'Your own servers use a private key instead; there is none yet.';
  return `Your own servers use a private key instead; there ${count === 1 ? 'is one' : `are ${count}`}.`;
}
