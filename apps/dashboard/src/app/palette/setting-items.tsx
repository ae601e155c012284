import type { Permission } from '@trailmark/contract/permissions';
import { SlidersHorizontal } from 'lucide-react';
import { useMay } from '../../project/current-project.tsx';
import { CommandGroup, CommandItem } from '../../ui/command.tsx';
import { SETTINGS_SCREENS } from '../settings-screens.ts';
import type { ItemsProps } from './items-props.ts';
import { useVisit } from './use-visit.ts';

type SettingsPath = (typeof SETTINGS_SCREENS)[number]['path'];

/** Single settings, by name and by what people call them elsewhere. */
const SETTINGS: Record<string, { path: SettingsPath; also?: readonly string[] }> = {
  'Project name': { path: '/settings/general' },
  'Store links': { path: '/settings/general', also: ['app store', 'play store', 'website'] },
  'Reporting currency': { path: '/settings/general', also: ['money'] },
  'Reporting time zone': { path: '/settings/general', also: ['day starts'] },
  'Days of cohorts': { path: '/settings/general', also: ['24-hour days', 'calendar days', 'retention'] },
  'Click look-back window': { path: '/settings/attribution', also: ['click-through window', 'lookback'] },
  'View look-back window': {
    path: '/settings/attribution',
    also: ['view-through', 'impression', 'lookback'],
  },
  'Probabilistic look-back window': { path: '/settings/attribution', also: ['fingerprint', 'lookback'] },
  'Look-back windows of networks': { path: '/settings/attribution', also: ['Meta', 'Google', 'TikTok'] },
  'Re-engagement and inactivity': { path: '/settings/attribution', also: ['reattribution', 'retargeting'] },
  'Device similarity': { path: '/settings/attribution', also: ['probabilistic', 'fingerprint'] },
  'Click injection and flooding': { path: '/settings/fraud', also: ['CTIT', 'click spam', 'fraud'] },
  'Anonymous traffic': { path: '/settings/fraud', also: ['data centres', 'VPN', 'bots'] },
  'Data retention': { path: '/settings/privacy', also: ['delete old rows', 'GDPR'] },
  'Delivery retention': { path: '/settings/privacy', also: ['payloads'] },
  'Exchange rates': { path: '/settings/money', also: ['currency'] },
  'Delete the project': { path: '/settings/danger' },
};
const LETTERS = 2;

const screenOf = (path: SettingsPath) => SETTINGS_SCREENS.find((screen) => screen.path === path);

/** Settings by what they do, once something is typed. */
export function SettingItems({ query, choose }: ItemsProps) {
  const visit = useVisit();
  const may = useMay();
  if (query.length < LETTERS) return null;
  const shown = Object.entries(SETTINGS).filter(([, { path }]) => {
    const permission: Permission | undefined = screenOf(path)?.permission;
    return permission !== undefined && may(permission);
  });
  if (shown.length === 0) return null;
  return (
    <CommandGroup heading="Settings">
      {shown.map(([name, { path, also = [] }]) => (
        <CommandItem
          key={name}
          value={`setting ${name}`}
          keywords={[name, ...also]}
          icon={<SlidersHorizontal />}
          hint={screenOf(path)?.title}
          onSelect={choose(() => visit({ path, label: name, kind: 'Setting' }))}
        >
          {name}
        </CommandItem>
      ))}
    </CommandGroup>
  );
}
