import type { SimulatedPlatform } from '@trailmark/contract/sdk-check';
import { useProject } from '../../../project/current-project.tsx';
import { useProjectWords } from '../../../project/project-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { CREDENTIAL_PLATFORMS } from '../credential-platforms.tsx';
import { Step } from './step.tsx';

const HOW: Record<SimulatedPlatform, string> = {
  ANDROID:
    'At least 30 seconds after the click, with the install referrer that Google Play would hand to the app.',
  IOS: 'At least 30 seconds after the click, by a link that carries it. The App Store hands no referrer to the app.',
  WEB: 'After the click, on the page that the link leads to: its address carries the click.',
};

const OPTIONS = CREDENTIAL_PLATFORMS.map(({ value, title }) => ({ value, label: title })).toReversed();

interface SimulateStepProps {
  clickedAt: string | null;
  platform: SimulatedPlatform;
  onPlatform: (platform: SimulatedPlatform) => void;
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
  const project = useProject();
  const { firstOpen } = useProjectWords();
  return (
    <Step
      number={2}
      title={`Simulate the ${firstOpen}`}
      text={HOW[platform]}
      done={isDone}
      action={
        <>
          {project.platform === 'app' && (
            <Segmented<SimulatedPlatform>
              aria-label="Device"
              options={OPTIONS}
              value={platform}
              onValueChange={onPlatform}
            />
          )}
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
