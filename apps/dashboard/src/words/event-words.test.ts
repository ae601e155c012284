import { PROJECT_WORDS } from '@trailmark/contract/project-words';
import { expect, test } from 'vitest';
import { kindWords, viewedName } from './event-words.ts';

const { app, web } = PROJECT_WORDS;

test('an app is installed and has sessions, a website is visited', () => {
  expect([kindWords('install', app), kindWords('session_start', app)]).toEqual(['Install', 'Session start']);
  expect([kindWords('install', web), kindWords('session_start', web)]).toEqual([
    'First visit',
    'Visit start',
  ]);
});

test('a view has the name of its page or screen', () => {
  expect(viewedName('page_view', { page_url: 'kite.example/tea' })).toBe('kite.example/tea');
  expect(viewedName('screen_view', { screen_name: 'Cart' })).toBe('Cart');
  expect(viewedName('event', { page_url: 'kite.example/tea' })).toBeNull();
  for (const data of [null, 'text', [], { page_url: null }, { page_url: 7 }]) {
    expect(viewedName('page_view', data)).toBeNull();
  }
});
