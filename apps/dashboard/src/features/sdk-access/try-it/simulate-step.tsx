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
          ? 'At least 30 seconds after the click, with the install referrer that Google Play would hand to the app.'
          : 'At least 30 seconds after the click, by a link that carries it. The App Store hands no referrer to the app.'
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
