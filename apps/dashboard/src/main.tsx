import './app/no-eval.ts';
import './styles.css';
import { askEarly } from './api/early-answers.ts';
import { projectUrl, VERIFY_URL } from './api/early-urls.ts';

// Who is here and in which project: what draws the page takes about as long to come as these answers.
const projectId = new URLSearchParams(location.search).get('p_id');
askEarly(VERIFY_URL);
if (projectId) askEarly(projectUrl(projectId));

// Only after the lines above have run: modules of the same graph may be evaluated before them.
void import('./app/start.tsx').then(({ start }) => start());

// Where most people land: what draws it comes with the shell and not after it. A failure shows where it is drawn.
if (/^\/(overview\/?)?$/.test(location.pathname)) {
  import('./features/overview/overview-screen.tsx').catch(() => undefined);
  import('./features/overview/overview-report.tsx')
    .then(({ askReportEarly }) => (projectId ? askReportEarly(projectId) : undefined))
    .catch(() => undefined);
}
