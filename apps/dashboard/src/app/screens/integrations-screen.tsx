import { CouponsCard } from '../../features/coupons/coupons-card.tsx';
import { IntegrationsPage } from '../../features/integrations/integrations-page.tsx';
import { NetworkCards } from '../../features/networks/network-cards.tsx';

/** Everything that a project can be connected to. */
export function IntegrationsScreen() {
  const networks = (
    <NetworkCards>
      <CouponsCard />
    </NetworkCards>
  );
  return <IntegrationsPage networks={networks} />;
}
