import type { SavedView } from '@trailmark/contract/saved-views';
import { expect, it } from 'vitest';
import { isChanged, shownView, showView, viewQueryOf } from './view-state.ts';

const view: SavedView = {
  view_id: 'a',
  name: 'Festive',
  screen: '/campaigns',
  query: { tag: 'festive', range: 'last_7' },
  columns: ['clicks'],
  shared: false,
  owner: { user_id: 'u', name: null },
  may_change: true,
  updated_at: '',
};

it('keeps what an address says of its screen, and nothing else', () => {
  const search = {
    p_id: 'x',
    view: 'a',
    tag: 'festive',
    range: 'last_7',
    q: 12,
    steps: ['$install', 'view, item'],
    odd: { a: 1 },
    gone: undefined,
  };
  expect(viewQueryOf(search)).toEqual({ ...view.query, q: 12, steps: '$install,view\\, item' });
});

it('takes away what a view does not say, and what screens would take along', () => {
  const before = { p_id: 'x', network: 'META', compare: 'none', from: '2026-06-01', to: '2026-06-02' };
  const after = showView(view)(before);
  expect(JSON.parse(JSON.stringify(after))).toEqual({ p_id: 'x', view: 'a', ...view.query });
  expect(Object.keys(after)).toEqual(expect.arrayContaining(['from', 'to', 'compare']));
});

it('knows the view that is shown, and whether it was changed since', () => {
  const opened = { search: { ...view.query, view: 'a', p_id: 'x' }, columns: ['clicks'] };
  expect(shownView([view], '/campaigns', opened)).toBe(view);
  expect(shownView([view], '/overview', opened)).toBeUndefined();
  expect(shownView([view], '/campaigns', { search: view.query, columns: ['clicks'] })).toBe(view);
  expect(shownView([view], '/campaigns', { search: view.query, columns: ['spend'] })).toBeUndefined();
  expect(isChanged(view, opened)).toBe(false);
  expect(isChanged(view, { ...opened, columns: ['spend'] })).toBe(true);
  expect(isChanged(view, { ...opened, search: { ...opened.search, tag: 'new' } })).toBe(true);
});
