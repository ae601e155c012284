import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { Mark } from './mark.tsx';

interface CenteredPageProps {
  title: ReactNode;
  text?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  className?: string;
}

/** The page around everything that happens before somebody is signed in. */
export function CenteredPage({ title, text, children, footer, className }: CenteredPageProps) {
  return (
    <main className="relative isolate flex min-h-dvh flex-col items-center overflow-hidden px-5 py-8">
      <Contours />
      <div
        className={cn('my-auto grid w-full max-w-[372px] grid-cols-[minmax(0,1fr)] gap-6 py-8', className)}
      >
        <header className="grid gap-4">
          <Mark className="size-10" />
          <div className="grid gap-1.5">
            <h1 className="text-2xl font-semibold tracking-[-0.02em] text-balance [overflow-wrap:anywhere]">
              {title}
            </h1>
            {text && <div className="text-lg text-pretty [overflow-wrap:anywhere] text-text-2">{text}</div>}
          </div>
        </header>
        {children}
      </div>
      {footer && <footer className="text-sm text-text-2">{footer}</footer>}
    </main>
  );
}

/** Height lines of a map, far in the background. */
function Contours() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1200 800"
      preserveAspectRatio="xMidYMid slice"
      className="pointer-events-none absolute inset-0 -z-10 size-full stroke-line [mask-image:radial-gradient(ellipse_at_50%_50%,transparent_18%,black_75%)]"
      fill="none"
    >
      {CONTOURS.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

const CORNERS = 36;

/** Rings around a hill, all pushed out of round the same way, so that they never cross. */
function rings(centre: { x: number; y: number }, count: number, turn: number): string[] {
  return Array.from({ length: count }, (_, ring) => {
    const point = (step: number) => {
      const angle = (step / CORNERS) * 2 * Math.PI;
      const wave = 1 + 0.13 * Math.sin(3 * angle + turn) + 0.07 * Math.cos(5 * angle - turn);
      const radius = (46 + ring * 40) * wave;
      return { x: centre.x + 1.35 * radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
    };
    // Curves from the middle of one side to the middle of the next leave no corner.
    const between = (step: number) => {
      const [here, next] = [point(step), point(step + 1)];
      return `${((here.x + next.x) / 2).toFixed(1)} ${((here.y + next.y) / 2).toFixed(1)}`;
    };
    const curves = Array.from({ length: CORNERS }, (_unused, step) => {
      const { x, y } = point(step + 1);
      return `Q${x.toFixed(1)} ${y.toFixed(1)} ${between(step + 1)}`;
    });
    return `M${between(0)}${curves.join('')}Z`;
  });
}

const CONTOURS = [...rings({ x: 120, y: 720 }, 11, 0.4), ...rings({ x: 1120, y: 60 }, 9, 2.1)];
