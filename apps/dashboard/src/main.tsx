import './app/no-eval.ts';
import './styles.css';

// Only after the line above has run: modules of the same graph may be evaluated before it.
void import('./app/start.tsx').then(({ start }) => start());

// Where most people land: what draws it comes with the shell and not after it. A failure shows where it is drawn.
if (/^\/(overview\/?)?$/.test(location.pathname)) {
  import('./features/overview/overview-report.tsx').catch(() => undefined);
}
