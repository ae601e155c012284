import { RetentionCard } from './settings/retention-card.tsx';
import { SettingsForm } from './settings/settings-form.tsx';

const FIELDS = ['retention_days', 'delivery_retention_days'] as const;

/** How long are single rows about people kept? */
export function PrivacyScreen() {
  return <SettingsForm fields={FIELDS}>{(props) => <RetentionCard {...props} />}</SettingsForm>;
}
