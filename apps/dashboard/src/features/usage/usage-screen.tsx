import { CreditsCard } from './credits-card.tsx';
import { UsageCard } from './usage-card.tsx';

/** How much do we use, and how long will it last? */
export function UsageScreen() {
  return (
    <>
      <CreditsCard />
      <UsageCard />
    </>
  );
}
