import { guard } from '@trailmark/sdk-core/guard';
import { listen } from './listen.ts';

/** Calls back for this page and for every other that the history leads to. `nameOf` says which page it is. */
export function followHistory(onPage: () => void, nameOf: () => string): void {
  let seen: string | undefined;
  const look = () => {
    const name = nameOf();
    if (name !== seen) onPage();
    seen = name;
  };
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name];
    history[name] = (...state) => {
      change.apply(history, state);
      // Later: the application has set the title by then.
      setTimeout(guard(look));
    };
  }
  listen('popstate', look);
  // A page that comes back from the cache of the browser is seen again.
  listen('pageshow', ({ persisted }) => persisted && onPage());
  look();
}
