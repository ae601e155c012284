import { describe, expect, it } from 'vitest';
import { zoneLabel } from './zone-label.ts';

const winter = new Date('2026-01-15T12:00:00Z');
const summer = new Date('2026-07-15T12:00:00Z');

describe('zoneLabel', () => {
  it.each([
    ['Asia/Kolkata', winter, 'Kolkata +5:30'],
    ['Asia/Kathmandu', winter, 'Kathmandu +5:45'],
    ['America/New_York', winter, 'New York −5'],
    ['America/New_York', summer, 'New York −4'],
    ['UTC', winter, 'UTC'],
  ])('says %s', (zone, at, expected) => {
    expect(zoneLabel(zone, at)).toBe(expected);
  });
});
