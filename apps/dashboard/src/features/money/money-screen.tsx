import { RatesCard } from './rates-card.tsx';
import { SpendCard } from './spend-card.tsx';

/** What did the ads cost, and what is money worth in ours? */
export function MoneyScreen() {
  return (
    <>
      <SpendCard />
      <RatesCard />
    </>
  );
}
