import { browserStorage } from '../api/browser-storage.ts';
import { observable, useObservable } from '../api/observable.ts';
import { watchSession } from '../api/session.ts';
import { type KeyValueStore, STORED } from '../api/stored-session.ts';

export const THEME_CHOICES = ['system', 'dark', 'light'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];
export type Theme = 'dark' | 'light';

export function storedThemeChoice(store: Pick<KeyValueStore, 'getItem'>): ThemeChoice {
  const stored = store.getItem(STORED.theme);
  return THEME_CHOICES.find((choice) => choice === stored) ?? 'system';
}

/** Dark unless the system says light: also where it says nothing. */
export function themeOf(choice: ThemeChoice, systemIsLight: boolean): Theme {
  if (choice !== 'system') return choice;
  return systemIsLight ? 'light' : 'dark';
}

const choice = observable<ThemeChoice>('system');
const barColor = { dark: '#0b0c0e', light: '#fbfbfc' } as const;

function apply(systemIsLight: boolean): void {
  const theme = themeOf(choice.get(), systemIsLight);
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColor[theme]);
}

/** Once per page load, after the session: without a token the stored choice is gone. */
export function loadTheme(): void {
  const system = window.matchMedia('(prefers-color-scheme: light)');
  const follow = () => {
    choice.set(storedThemeChoice(browserStorage));
    apply(system.matches);
  };
  follow();
  system.addEventListener('change', follow);
  choice.subscribe(() => apply(system.matches));
  watchSession(({ status }) => status === 'signed_out' && follow());
  window.addEventListener('storage', ({ key }) => key === STORED.theme && follow());
}

export function chooseTheme(next: ThemeChoice): void {
  browserStorage.setItem(STORED.theme, next);
  choice.set(next);
}

export function useThemeChoice(): ThemeChoice {
  return useObservable(choice);
}
