import { METRICS } from '@trailmark/contract/metrics';
import { expect, it } from 'vitest';
import { columnGroups, findColumns } from '../columns/column-groups.ts';
import { currentView, queryOf, readViews, showView } from './saved-views.ts';

const view = { id: 'a', name: 'Festive', query: { tag: 'festive', range: 'last_7' }, columns: ['clicks'] };

it('leaves out what is no view', () => {
  expect(readViews({ campaign_views: [view, null, { id: 1 }, 'x'], theme: 'dark' })).toEqual([view]);
  expect(readViews({ campaign_views: 'gone' })).toEqual([]);
  expect(readViews({})).toEqual([]);
});

it('keeps the table and the days of an address, and nothing else', () => {
  expect(queryOf({ p_id: 'x', tag: 'festive', range: 'last_7', metric: 'roas', status: 'all' })).toEqual(
    view.query,
  );
});

it('takes away what a view does not say', () => {
  const before = {
    p_id: 'x',
    network: 'META',
    q: 'sale',
    compare: 'none',
    from: '2026-06-01',
    to: '2026-06-02',
  };
  expect(JSON.parse(JSON.stringify(showView(view)(before)))).toEqual({
    p_id: 'x',
    tag: 'festive',
    range: 'last_7',
  });
});

it('knows the view that is shown', () => {
  expect(currentView([view], { range: 'last_7', tag: 'festive', p_id: 'x' }, ['clicks'])).toBe(view);
  expect(currentView([view], { tag: 'festive' }, ['clicks'])).toBeUndefined();
  expect(currentView([view], { range: 'last_7', tag: 'festive' }, ['clicks', 'spend'])).toBeUndefined();
});

it('has every metric in exactly one group', () => {
  const keys = columnGroups([], 'app').flatMap((group) => group.keys);
  expect(keys.toSorted()).toEqual(Object.keys(METRICS).toSorted());
});

it('finds columns by name, formula and group', () => {
  const groups = columnGroups(['purchase'], 'app');
  expect(findColumns(groups, 'purchase', 'app').flatMap(({ keys }) => keys)).toEqual([
    'event:purchase',
    'event_unique:purchase',
    'event_cost:purchase',
  ]);
  expect(findColumns(groups, 'reach', 'app')).toHaveLength(1);
  expect(findColumns(groups, 'no such thing', 'app')).toEqual([]);
});
