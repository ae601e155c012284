import { expect, it } from 'vitest';
import { readPersonId } from './person-id.ts';

it('distinguishes users from installs, whatever is in their ids', () => {
  expect(readPersonId('u:u_48213')).toEqual({ user_id: 'u_48213' });
  expect(readPersonId('i:9fK2:Q7xZ')).toEqual({ install_id: '9fK2:Q7xZ' });
});

it.each(['', 'u:', 'i:', 'x:1', '48213', `u:${'a'.repeat(257)}`])('finds nobody in %j', (text) => {
  expect(readPersonId(text)).toBeNull();
});
