import { FraudCard } from './settings/fraud-card.tsx';
import { SettingsForm } from './settings/settings-form.tsx';

const FIELDS = ['plausibility'] as const;

/** Which touches are not believed, and what follows from that? */
export function FraudScreen() {
  return <SettingsForm fields={FIELDS}>{(props) => <FraudCard {...props} />}</SettingsForm>;
}
