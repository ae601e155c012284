import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { projectTokenQuery } from '../../project/project-token-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardFooter, CardHeader } from '../../ui/card.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LiveTestCard } from './check/live-test-card.tsx';
import { CredentialsCard } from './credentials-card.tsx';
import { GuidesCard } from './guides/guides-card.tsx';
import { LimitNotices } from './limit-notices.tsx';
import { StoreListingsCard } from './store-listings-card.tsx';
import { SwitchProviderCard } from './switch-provider-card.tsx';
import type { DrawReceipt } from './try-it/simulated-open.ts';
import { TryItCard } from './try-it/try-it-card.tsx';
import { WebHostsCard } from './web-hosts/web-hosts-card.tsx';

const TOKEN_USE = {
  app: 'Goes into the app.',
  web: 'For apps of this project. Pages have the token of their host instead, see below.',
};

/** How do I put it in? */
export function SdkPage({ receipt }: { receipt: DrawReceipt }) {
  const { project_id, role, platform } = useProject();
  const mayEdit = useMay()('connections.edit');
  const keys = useQuery(projectTokenQuery(project_id));
  return (
    <Page className="max-w-[1180px]">
      {!mayEdit && (
        <Notice title="You can see how the SDK is set up but not change it">
          Your role here is {role}. Owners and admins change credentials and store listings.
        </Notice>
      )}
      <LimitNotices />
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
      <LiveTestCard />
      <GuidesCard />
      <WebHostsCard />
      <TryItCard receipt={receipt} />
      <CredentialsCard />
      <SwitchProviderCard />
      <StoreListingsCard />
    </Page>
  );
}

function privateKeysInWords(count: number | undefined): string {
  if (count === undefined) return 'Your own servers use a private key instead.';
  if (count === 0) return 'Your own servers use a private key instead; there is none yet.';
  return `Your own servers use a private key instead; there ${count === 1 ? 'is one' : `are ${count}`}.`;
}
