import { describe, expect, it } from 'vitest';
import { auditChanges as changesOf } from './audit-changes.ts';

const KNOWN = {
  timezone: 'Asia/Kolkata',
  currency: 'INR',
  names: new Map([['0190a0de-0000-7000-8000-000000000001', 'Kite on iOS']]),
};
const auditChanges = (entry: Parameters<typeof changesOf>[0]) => changesOf(entry, KNOWN);

describe('auditChanges', () => {
  it('names only the fields that differ', () => {
    const changes = auditChanges({
      before: { name: 'Kite', currency: 'INR' },
      after: { name: 'Kite Grocery', currency: 'INR' },
    });
    expect(changes).toEqual([{ field: 'Name', before: 'Kite', after: 'Kite Grocery' }]);
  });

  it('opens nested windows and keeps their units', () => {
    const changes = auditChanges({
      before: { windows: { click_hours: 168, view_hours: 24 } },
      after: { windows: { click_hours: 24, view_hours: 24 } },
    });
    expect(changes).toEqual([{ field: 'Click window (hours)', before: '168', after: '24' }]);
  });

  it('knows windows that arrive without their parent', () => {
    const [change] = auditChanges({ before: { view_hours: 1 }, after: { view_hours: 2 } });
    expect(change?.field).toBe('View window (hours)');
  });

  it('makes words of a field that it has no name for', () => {
    expect(auditChanges({ before: null, after: { link_domain: 'go.kite.example' } })[0]?.field).toBe(
      'Link domain',
    );
  });

  it('shows what is new and what is gone as one-sided', () => {
    expect(auditChanges({ before: null, after: { role: 'admin' } })).toEqual([
      { field: 'Role', before: null, after: 'admin' },
    ]);
    expect(auditChanges({ before: { website: 'https://kite.example' }, after: { website: null } })).toEqual([
      { field: 'Website', before: 'https://kite.example', after: null },
    ]);
  });

  it('treats empty and missing alike, and zero and false as values', () => {
    expect(auditChanges({ before: { website: '' }, after: { website: null } })).toEqual([]);
    expect(auditChanges({ before: { open: false }, after: { open: true } })).toEqual([
      { field: 'Open', before: 'no', after: 'yes' },
    ]);
    expect(auditChanges({ before: { keep_old_hours: 0 }, after: null })[0]?.before).toBe('0');
  });

  it('has nothing to say without values', () => {
    expect(auditChanges({ before: null, after: null })).toEqual([]);
  });

  it('says when a report is sent', () => {
    const changes = auditChanges({ before: { weekday: 1, hour: 9 }, after: { weekday: 7, hour: 14 } });
    expect(changes.map(({ before, after }) => [before, after])).toEqual([
      ['Monday', 'Sunday'],
      ['09:00', '14:00'],
    ]);
  });

  it('names the screen of a view', () => {
    expect(auditChanges({ before: null, after: { screen: '/users' } })[0]?.after).toBe('People');
  });

  it.each([
    ['an instant in the zone of the project', '2026-11-16T20:00:00.000Z', '17 Nov 2026, 01:30'],
    ['a day', '2026-11-16', '16 Nov 2026'],
    ['a network', 'GOOGLE', 'Google'],
    ['a platform', 'IOS', 'iOS'],
    ['a choice', 'not_denied', 'Unless refused'],
    ['a listing', '0190a0de-0000-7000-8000-000000000001', 'Kite on iOS'],
    ['an id of something that is gone', '0190a0de-0000-7000-8000-000000000002', 'deleted'],
    ['the condition of an alert', '{"kind":"no_events","minutes":60}', 'no event arrives for 1 hour'],
    ['a stored object', '{"type":"fixed","amount":"5"}', 'type: fixed, amount: 5'],
    ['a name that looks like none of these', 'Diwali 2026', 'Diwali 2026'],
  ])('shows %s in words', (_, value, words) => {
    expect(auditChanges({ before: null, after: { thing: value } })[0]?.after).toBe(words);
  });
});
