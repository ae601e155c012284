import {
  Activity,
  ArrowLeftRight,
  CircleUser,
  CodeXml,
  Coins,
  Download,
  Gauge,
  Globe,
  Grid3x3,
  House,
  KeyRound,
  type LucideIcon,
  Megaphone,
  Plug,
  Plus,
  Radio,
  ReceiptText,
  ScrollText,
  Send,
  Settings2,
  TriangleAlert,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react';
import type { ScreenIcon as IconName } from './screen.ts';

const icons: Record<IconName, LucideIcon> = {
  overview: House,
  campaigns: Megaphone,
  cohorts: Grid3x3,
  spend: Coins,
  events: Activity,
  people: UserRound,
  live: Radio,
  exports: Download,
  integrations: Plug,
  postbacks: ArrowLeftRight,
  sdk: CodeXml,
  webhooks: Webhook,
  deliveries: Send,
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
