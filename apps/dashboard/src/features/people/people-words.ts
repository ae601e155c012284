import type { FoundBy } from '@trailmark/contract/people';
import type { ProjectWords } from '@trailmark/contract/project-words';
import { countInWords } from '../../words/count-in-words.ts';

const FOUND_BY_WORDS: Partial<Record<FoundBy, string>> = {
  install_id: 'install id',
  user_id: 'user id',
  advertising_id: 'advertising id',
  vendor_id: 'vendor id',
  phone: 'phone number',
  click_id: 'click id',
  payment_id: 'payment id',
  coupon_code: 'coupon code',
};

/** "click id, payment id"; null for a name or an address, which the row shows. */
export function foundByWords(found: readonly FoundBy[]): string | null {
  const words = found.flatMap((by) => FOUND_BY_WORDS[by] ?? []);
  return words.length === 0 ? null : words.join(', ');
}

/** What the search box takes. */
export function searchedWords({ install, device }: ProjectWords): string {
  return `${install}, user, ${device}, click or payment id, coupon code or phone number, or the beginning of a name or e-mail address`;
}

export interface PeopleCount {
  installs: number | null;
  people: number | null;
  is_more: boolean;
}

/** "34 people", and the installs that they have where those are more. */
export function peopleCountWords({ installs, people, is_more }: PeopleCount, words: ProjectWords): string {
  if (installs === null) return 'Too many to count in time; choose a shorter period';
  const ofInstalls = countInWords(installs, words.install, words.allInstalls);
  if (is_more) return `More than ${ofInstalls}`;
  if (people === null) return ofInstalls;
  const ofPeople = countInWords(people, 'person', 'people');
  return people === installs ? ofPeople : `${ofPeople} with ${ofInstalls}`;
}
