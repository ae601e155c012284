import {
  Activity,
  CircleUser,
  CodeXml,
  Download,
  Gauge,
  Globe,
  Grid3x3,
  House,
  KeyRound,
  type LucideIcon,
  Megaphone,
  Plus,
  Radio,
  ReceiptText,
  ScrollText,
  Settings2,
  TriangleAlert,
  UserRound,
  Users,
} from 'lucide-react';
import type { ScreenIcon as IconName } from './screen.ts';

const icons: Record<IconName, LucideIcon> = {
  overview: House,
  campaigns: Megaphone,
  cohorts: Grid3x3,
  events: Activity,
  people: UserRound,
  live: Radio,
  exports: Download,
  sdk: CodeXml,
  settings: Settings2,
  members: Users,
  keys: KeyRound,
  domains: Globe,
  usage: Gauge,
  money: ReceiptText,
  log: ScrollText,
  danger: TriangleAlert,
  account: CircleUser,
  new: Plus,
};

export function ScreenIcon({ name }: { name: IconName }) {
  const Icon = icons[name];
  return <Icon aria-hidden />;
}
