import { describe, expect, it } from 'vitest';
import { filterOptions } from './filter-options.ts';

const zones = [
  { value: 'America/Sao_Paulo', label: 'America/São Paulo' },
  { value: 'Asia/Calcutta', label: 'Asia/Calcutta', keywords: ['IST', 'Asia/Kolkata', 'India'] },
  { value: 'Europe/Istanbul', label: 'Europe/Istanbul' },
  { value: 'Asia/Istanbul', label: 'Asia/Istanbul' },
  { value: 'UTC', label: 'UTC' },
];
const found = (query: string) => filterOptions(zones, query).map((zone) => zone.value);

describe('filterOptions', () => {
  it('gives every option in its order for an empty query', () => {
    expect(found('  ')).toEqual(zones.map((zone) => zone.value));
  });

  it('reads over accents, case, underscores and slashes', () => {
    expect(found('sao paulo')).toEqual(['America/Sao_Paulo']);
    expect(found('america/sao_p')).toEqual(['America/Sao_Paulo']);
  });

  it('finds by keyword', () => {
    expect(found('kolkata')).toEqual(['Asia/Calcutta']);
  });

  it('wants every word, in any order', () => {
    expect(found('istanbul asia')).toEqual(['Asia/Istanbul']);
    expect(found('istanbul africa')).toEqual([]);
  });

  it('puts the exact label first, then its beginning, then the beginning of a word, then the rest', () => {
    const names = ['tan', 'Big tan', 'Stand', 'Tango'].map((label) => ({ value: label, label }));
    expect(filterOptions(names, 'Tan').map((option) => option.label)).toEqual([
      'tan',
      'Tango',
      'Big tan',
      'Stand',
    ]);
  });
});
