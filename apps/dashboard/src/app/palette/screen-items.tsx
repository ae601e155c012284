import { useMay } from '../../project/current-project.tsx';
import { CommandGroup, CommandItem } from '../../ui/command.tsx';
import { ScreenIcon } from '../screen-icon.tsx';
import { WHOLE_SCREENS } from '../screens.ts';
import type { ItemsProps } from './items-props.ts';
import { useVisit } from './use-visit.ts';

export function ScreenItems({ choose }: ItemsProps) {
  const visit = useVisit();
  const may = useMay();
  const shown = WHOLE_SCREENS.filter(
    ({ frame, permission }) => frame === 'shell' && (permission === undefined || may(permission)),
  );
  return (
    <CommandGroup heading="Go to">
      {shown.map(({ path, title, layout, icon, goKey, keywords = [] }) => (
        <CommandItem
          key={path}
          value={path}
          keywords={layout === 'settings' ? [title, 'settings', ...keywords] : [title, ...keywords]}
          icon={icon && <ScreenIcon name={icon} />}
          hint={layout === 'settings' && 'Settings'}
          {...(goKey && { shortcut: ['G', goKey.toUpperCase()] })}
          onSelect={choose(() => visit({ path, label: title, kind: 'Screen' }))}
        >
          {title}
        </CommandItem>
      ))}
    </CommandGroup>
  );
}
