import type { SkanReport } from '@trailmark/contract/skan-report';
import { BarList } from '../../../charts/bar-list.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';

const count = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** Winning first postbacks by the tier that they are probably of. */
export function TierCard({ report: { tiers, without_tier } }: { report: SkanReport }) {
  const all = tiers.reduce((sum, one) => sum + one, 0);
  const rows = tiers.map((size, tier) => ({
    key: String(tier),
    label: `Tier ${tier}`,
    size,
    color: 'accent' as const,
    cells: [count.format(size), all === 0 ? '–' : percent.format(size / all)],
  }));
  return (
    <Card>
      <CardHeader
        title="Estimated crowd tier"
        description={`Apple does not send the tier. It is estimated from what a winning first postback carries: digits, values, and the app that showed the ad.${
          without_tier > 0 ? ` Versions without tiers: ${count.format(without_tier)}.` : ''
        }`}
      />
      <CardBody>
        <BarList label="Estimated crowd tier" heads={['Tier', 'Postbacks', 'Share']} rows={rows} />
      </CardBody>
    </Card>
  );
}
