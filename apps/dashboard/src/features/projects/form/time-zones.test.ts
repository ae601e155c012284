import { describe, expect, it } from 'vitest';
import { offsetWords, preferredZone, zoneOption } from './time-zones.ts';

describe('offsetWords', () => {
  it.each([
    [330, 'UTC+05:30'],
    [345, 'UTC+05:45'],
    [-210, 'UTC−03:30'],
    [60, 'UTC+01:00'],
    [0, 'UTC'],
  ])('%d minutes are %s', (minutes, words) => {
    expect(offsetWords(minutes)).toBe(words);
  });
});

describe('preferredZone', () => {
  const zones = ['UTC', 'Asia/Kolkata', 'Europe/Kyiv', 'Europe/Kiev', 'Europe/Berlin'].map((name) => ({
    name,
  }));

  it('takes the name of today for one that was renamed', () => {
    expect(preferredZone('Asia/Calcutta', zones)).toBe('Asia/Kolkata');
    expect(preferredZone('Europe/Kiev', zones)).toBe('Europe/Kyiv');
  });

  it('keeps a name that the list has', () => {
    expect(preferredZone('Europe/Berlin', zones)).toBe('Europe/Berlin');
  });

  it('falls back to UTC', () => {
    expect(preferredZone('Mars/Olympus', zones)).toBe('UTC');
    expect(preferredZone('Asia/Saigon', zones)).toBe('UTC');
  });
});

describe('zoneOption', () => {
  it('can be found by its older name and its offset', () => {
    const option = zoneOption({ name: 'Asia/Kolkata', offset_minutes: 330 });
    expect(option.label).toBe('Asia/Kolkata');
    expect(option.keywords).toEqual(['UTC+05:30', 'Asia/Calcutta']);
  });

  it('reads without underscores', () => {
    expect(zoneOption({ name: 'America/New_York', offset_minutes: -300 }).label).toBe('America/New York');
  });
});
