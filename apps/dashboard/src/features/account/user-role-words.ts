import type { UserRole } from '@trailmark/contract/users';

/** What a person does at work, in words. */
export const USER_ROLE_WORDS: Record<UserRole, string> = {
  marketing: 'Marketing',
  analyst: 'Analytics',
  engineer: 'Engineering',
  product: 'Product',
  founder: 'Founder',
  agency: 'Agency',
  other: 'Other',
};
