import { describe, expect, it } from 'vitest';
import { keepRecent, type Recent, recentOf } from './recent.ts';

function storeWith(value: string | null) {
  let stored = value;
  const setItem = (_key: string, next: string) => {
    stored = next;
  };
  return { getItem: () => stored, setItem };
}

const visit = (label: string, project_id = 'kite'): Recent => ({
  project_id,
  path: `/${label}`,
  label,
  kind: 'Screen',
});
const labels = (store: ReturnType<typeof storeWith>, project: string) =>
  recentOf(store, project).map(({ label }) => label);

describe('what was opened last', () => {
  it('is listed once, newest first, at most five of a project', () => {
    const store = storeWith(null);
    for (const label of ['a', 'b', 'c', 'd', 'e', 'f', 'a']) keepRecent(store, visit(label));
    keepRecent(store, visit('other', 'lantern'));
    expect(labels(store, 'kite')).toEqual(['a', 'f', 'e', 'd', 'c']);
    expect(labels(store, 'lantern')).toEqual(['other']);
  });

  it.each([
    null,
    '',
    'x',
    '{}',
    '[1, null, {"path": "//evil.example", "project_id": "kite", "label": "", "kind": ""}]',
  ])('is nothing where %j is stored', (value) => expect(recentOf(storeWith(value), 'kite')).toEqual([]));
});
