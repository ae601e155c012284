import { expect, it } from 'vitest';
import { initialsOf } from './initials-of.ts';

it.each([
  ['Asha Rao', 'AR'],
  ['  Maria del Carmen Ruiz ', 'MR'],
  ['Prince', 'P'],
  ['sam.lee@example.com', 'SL'],
  ['ops@example.com', 'O'],
  ['(Élodie) Øst', 'ÉØ'],
  ['𝒜da Lovelace', '𝒜L'],
  ['', '?'],
  ['@', '?'],
])('gives %j the initials %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
