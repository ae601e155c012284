import type { InstallView } from '@trailmark/contract/people';
import { capital } from '@trailmark/contract/project-words';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { platformWords } from '../../report/dimension-words.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { formatInstant } from '../../words/format-instant.ts';

interface DevicesCardProps {
  installs: InstallView[];
  shown: InstallView;
  onChoose: (install: InstallView) => void;
}

/** Every device of a person; one of them is looked at. */
export function DevicesCard({ installs, shown, onChoose }: DevicesCardProps) {
  const { timezone } = useProject();
  const { arrived, devices } = useProjectWords();
  if (installs.length < 2) return null;
  return (
    <Card>
      <CardHeader title={capital(devices)} />
      <ul className="grid px-2 pb-2">
        {installs.map((install) => (
          <li key={install.install_id}>
            <button
              type="button"
              aria-pressed={install === shown}
              onClick={() => onChoose(install)}
              className={cn(
                'grid w-full rounded-sm px-2 py-1.5 text-left hover:bg-hover focus-visible:-outline-offset-2',
                install === shown && 'bg-press',
              )}
            >
              <span className="truncate font-medium">
                {[install.model, platformWords(install.platform)].filter(Boolean).join(' · ')}
              </span>
              <span className="num truncate text-sm text-text-2">
                {install.installed_at
                  ? `${arrived} ${formatInstant(install.installed_at, timezone)}`
                  : 'Not opened yet'}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
