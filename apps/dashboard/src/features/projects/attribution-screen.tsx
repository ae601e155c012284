import { Link } from '@tanstack/react-router';
import { NetworkWindowsCard } from './settings/network-windows-card.tsx';
import { SettingsForm } from './settings/settings-form.tsx';
import { SimilarityCard } from './settings/similarity-card.tsx';
import { LookBackCard, ReturnsCard } from './settings/windows-card.tsx';

const FIELDS = ['windows', 'network_windows', 'plausibility'] as const;

/** Which touch is credited with an install? */
export function AttributionScreen() {
  return (
    <>
      <SettingsForm fields={FIELDS}>
        {(props) => (
          <>
            <LookBackCard {...props} />
            <NetworkWindowsCard {...props} />
            <ReturnsCard {...props} />
            <SimilarityCard {...props} />
          </>
        )}
      </SettingsForm>
      <p className="text-sm text-text-2">
        Set the key of Meta’s install referrer on{' '}
        <Link to="/integrations/meta" className="link">
          the page of Meta
        </Link>
        .
      </p>
    </>
  );
}
