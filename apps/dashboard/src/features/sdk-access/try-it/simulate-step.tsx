import type { StorePlatform } from '@trailmark/contract/store-listings';
import { Button } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { CREDENTIAL_PLATFORMS } from '../credential-platforms.tsx';
import { Step } from './step.tsx';

const OPTIONS = CREDENTIAL_PLATFORMS.map(({ value, title }) => ({ value, label: title })).toReversed();

interface SimulateStepProps {
  clickedAt: string | null;
  platform: StorePlatform;
  onPlatform: (platform: StorePlatform) => void;
  isDone: boolean;
  pending: boolean;
  onSimulate: () => void;
}

export function SimulateStep({
  clickedAt,
  platform,
  onPlatform,
  isDone,
  pending,
  onSimulate,
}: SimulateStepProps) {
  return (
    <Step
      number={2}
      title="Simulate the first open"
      text={
        platform === 'ANDROID'
          ? 'With the install referrer that Google Play would hand to the app. Wait 10 seconds after the click: faster opens look like fraud.'
          : 'By the link itself, as when it opens the app. iOS has no referrer for other installs.'
      }
      done={isDone}
      action={
        <>
          <Segmented aria-label="Device" options={OPTIONS} value={platform} onValueChange={onPlatform} />
          <Button
            variant={clickedAt !== null && !isDone ? 'primary' : 'default'}
            disabled={clickedAt === null}
            loading={pending}
            onClick={onSimulate}
          >
            {isDone ? 'Simulate again' : 'Simulate'}
          </Button>
        </>
      }
    />
  );
}
