import { describe, expect, it } from 'vitest';
import { formatRelative } from './format-relative.ts';

const now = new Date('2026-06-14T12:00:00Z');
const said = (seconds: number) => formatRelative(new Date(now.getTime() + seconds * 1000), now);
const minute = 60;
const hour = 3600;
const day = 86_400;

describe('formatRelative', () => {
  it.each([
    [0, 'just now'],
    [-44, 'just now'],
    [20, 'just now'],
    [-45, '1 minute ago'],
    [-89, '1 minute ago'],
    [-5 * minute, '5 minutes ago'],
    [-59 * minute - 29, '59 minutes ago'],
    [-59 * minute - 31, '1 hour ago'],
    [-23 * hour, '23 hours ago'],
    [-day, 'yesterday'],
    [-6 * day, '6 days ago'],
    [-7 * day, '7 days ago'],
    [-13 * day, '13 days ago'],
    [-14 * day, '2 weeks ago'],
    [-40 * day, '5 weeks ago'],
    [-65 * day, '2 months ago'],
    [-500 * day, '16 months ago'],
    [-800 * day, '2 years ago'],
    [3 * minute, 'in 3 minutes'],
    [day, 'tomorrow'],
    [7 * day, 'in 7 days'],
    [12 * day, 'in 12 days'],
  ])('says of %d seconds: %s', (seconds, words) => {
    expect(said(seconds)).toBe(words);
  });
});
