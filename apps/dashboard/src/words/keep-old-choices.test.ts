import { generatePrivateKey } from '@trailmark/contract/keys';
import { describe, expect, it } from 'vitest';
import { KEEP_OLD_CHOICES, keepOldChoice } from './keep-old-choices.ts';

const project_id = '0192f000-0000-7000-8000-000000000001';

describe('keepOldChoice', () => {
  it('selects "24 hours" for the number and for the text', () => {
    expect(keepOldChoice(24)?.label).toBe('24 hours');
    expect(keepOldChoice('24')?.label).toBe('24 hours');
  });

  it('selects the other choices by their hours', () => {
    expect([0, 168, 720].map((hours) => keepOldChoice(hours)?.label)).toEqual([
      'It stops at once',
      '7 days',
      '30 days',
    ]);
  });

  it('knows no choice for anything else', () => {
    expect([keepOldChoice(25), keepOldChoice('')]).toEqual([undefined, undefined]);
  });

  it('starts with what the contract does by itself', () => {
    const { keep_old_hours } = generatePrivateKey.body.parse({ project_id });
    expect(keepOldChoice(keep_old_hours)?.label).toBe('24 hours');
  });

  it('offers nothing that the contract refuses', () => {
    const accepts = (hours: number) =>
      generatePrivateKey.body.safeParse({ project_id, keep_old_hours: hours }).success;
    expect(KEEP_OLD_CHOICES.every(({ hours }) => accepts(hours))).toBe(true);
  });
});
