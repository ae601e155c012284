import { useMay, useProject } from '../../project/current-project.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { LiveTestCard } from './check/live-test-card.tsx';
import { CredentialsCard } from './credentials-card.tsx';
import { GuidesCard } from './guides/guides-card.tsx';
import { LimitNotices } from './limit-notices.tsx';
import { StoreListingsCard } from './store-listings-card.tsx';
import { SwitchProviderCard } from './switch-provider-card.tsx';
import { TokenCard } from './token-card.tsx';
import type { DrawReceipt } from './try-it/simulated-open.ts';
import { TryItCard } from './try-it/try-it-card.tsx';
import { WebHostsCard } from './web-hosts/web-hosts-card.tsx';

/** How do I put it in? */
export function SdkPage({ receipt }: { receipt: DrawReceipt }) {
  const { role, platform } = useProject();
  const mayEdit = useMay()('connections.edit');
  const isWeb = platform === 'web';
  return (
    <Page className="max-w-[1180px]">
      {!mayEdit && (
        <Notice title="You can see how the SDK is set up but not change it">
          Your role here is {role}. Owners and admins change credentials and store listings.
        </Notice>
      )}
      <LimitNotices />
      {/* First what is needed first: an app its token, a website a host that is allowed. */}
      {isWeb ? <WebHostsCard /> : <TokenCard />}
      <LiveTestCard />
      <GuidesCard />
      {!isWeb && <WebHostsCard />}
      <TryItCard receipt={receipt} />
      {isWeb && <TokenCard />}
      <CredentialsCard />
      <SwitchProviderCard />
      <StoreListingsCard />
    </Page>
  );
}
