import './app/no-eval.ts';
import './styles.css';

// Only after the line above has run: modules of the same graph may be evaluated before it.
void import('./app/start.tsx').then(({ start }) => start());
