import {
  CircleUser,
  CodeXml,
  Globe,
  House,
  KeyRound,
  type LucideIcon,
  Megaphone,
  Plus,
  ScrollText,
  Settings2,
  TriangleAlert,
  Users,
} from 'lucide-react';
import type { ScreenIcon as IconName } from './screens.ts';

const icons: Record<IconName, LucideIcon> = {
  overview: House,
  campaigns: Megaphone,
  sdk: CodeXml,
  settings: Settings2,
  members: Users,
  keys: KeyRound,
  domains: Globe,
  log: ScrollText,
  danger: TriangleAlert,
  account: CircleUser,
  new: Plus,
};

export function ScreenIcon({ name }: { name: IconName }) {
  const Icon = icons[name];
  return <Icon aria-hidden />;
}
