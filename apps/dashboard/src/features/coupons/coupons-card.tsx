import { useQuery } from '@tanstack/react-query';
import { ConnectionStateTag } from '../../project/connection-state.tsx';
import { connectionHealthQuery, LOOK_EVERY_MS } from '../../project/connections-query.ts';
import { useMay, useProject } from '../../project/current-project.tsx';
import {
  HealthSum,
  IntegrationCard,
  IntegrationCardFailed,
  IntegrationCardLoading,
  LastDelivery,
  latestDelivery,
  NextStep,
  worstOf,
} from '../../project/integration-card.tsx';
import { Tag } from '../../ui/tag.tsx';
import { countInWords } from '../../words/count-in-words.ts';

const CARD = {
  kind: 'JIO_COUPONS',
  title: 'Coupons and affiliates',
  to: '/integrations/jio_coupons',
} as const;

/** All coupon and affiliate networks in one card. */
export function CouponsCard() {
  const { project_id } = useProject();
  const mayEdit = useMay()('connections.edit');
  const health = useQuery({ ...connectionHealthQuery(project_id), refetchInterval: LOOK_EVERY_MS });
  if (health.isPending) return <IntegrationCardLoading />;
  if (health.isLoadingError) return <IntegrationCardFailed {...CARD} error={health.error} />;
  const networks = health.data.filter(({ kind }) => kind === CARD.kind);
  const worst = worstOf(networks);
  return (
    <IntegrationCard
      {...CARD}
      state={worst ? <ConnectionStateTag state={worst.state} /> : <Tag>No postback</Tag>}
    >
      {worst ? (
        <>
          <HealthSum connections={networks} subject={countInWords(networks.length, 'network')} />
          <LastDelivery at={latestDelivery(networks)} />
        </>
      ) : (
        <>
          <p>Codes that are credited when they are redeemed, and postbacks to any affiliate.</p>
          {mayEdit && <NextStep>Set up</NextStep>}
        </>
      )}
    </IntegrationCard>
  );
}
