const WIDTH = 32;
const EVERY_MS = 200;
const SHARES = 10;

export interface Progress {
  add(count: number): void;
  end(): void;
}

export interface Terminal {
  isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const number = new Intl.NumberFormat('en');

function clock(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A bar that grows in place; where there is no terminal, a line for every tenth. */
export function createProgress(
  terminal: Terminal,
  { label, total, now = Date.now }: { label: string; total: number; now?: () => number },
): Progress {
  const begun = now();
  let done = 0;
  let drawnAt = -EVERY_MS;
  let tenths = 0;
  const line = () => {
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░');
    const passed = now() - begun;
    const left = share > 0 && share < 1 ? `, ${clock((passed * (1 - share)) / share)} left` : '';
    return `  ${label} ${bar} ${Math.floor(share * 100)} %, ${number.format(done)} rows${left}`;
  };
  const draw = () => {
    if (terminal.isTTY) terminal.write(`\r${line()}\u001b[K`);
    else terminal.write(`${line()}\n`);
  };
  const isDue = () => {
    if (terminal.isTTY) return now() - drawnAt >= EVERY_MS;
    return Math.floor((done / total) * SHARES) > tenths;
  };
  return {
    add(count) {
      done += count;
      if (!isDue()) return;
      drawnAt = now();
      tenths = Math.floor((done / total) * SHARES);
      draw();
    },
    end() {
      if (!terminal.isTTY) return;
      draw();
      terminal.write('\n');
    },
  };
}
