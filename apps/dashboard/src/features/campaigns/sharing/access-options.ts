import type { CampaignAccess } from '@trailmark/contract/sharing';
import type { SelectOption } from '../../../ui/select.tsx';

export const ACCESS_OPTIONS: readonly SelectOption<CampaignAccess>[] = [
  { value: 'see', label: 'Can see', hint: 'Its numbers, people and links.' },
  { value: 'edit', label: 'Can edit', hint: 'Also its settings and links.' },
];

export const ACCESS_WORDS: Record<CampaignAccess, string> = { see: 'Can see', edit: 'Can edit' };
