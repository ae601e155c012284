// What the tests need besides npm's packages: Chromium, PostgreSQL 15, Caddy and nginx. Installed when this is
// Debian and we are root.
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

// The headless build is the same engine without windows and half the work for a small machine.
const CHROMIUM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const POSTGRES = `${process.env.POSTGRES_15_BIN ?? '/usr/lib/postgresql/15/bin'}/postgres`;

const NEEDS = [
  {
    what: 'Chromium',
    packages: ['chromium-headless-shell'],
    hint: 'install Chromium, or set CHROMIUM to its path',
    isThere: () => Boolean(process.env.CHROMIUM) || CHROMIUM.some((path) => existsSync(path)),
  },
  {
    what: 'PostgreSQL 15',
    packages: ['postgresql-15'],
    hint: 'install PostgreSQL 15, or set POSTGRES_15_BIN to the folder of its programs',
    isThere: () => existsSync(POSTGRES),
  },
  {
    what: 'Caddy',
    packages: ['caddy'],
    hint: 'install Caddy 2, or set CADDY to its path',
    isThere: () => existsSync(process.env.CADDY ?? '/usr/bin/caddy'),
  },
  {
    what: 'nginx',
    packages: ['nginx-light'],
    hint: 'install nginx, or set NGINX to its path',
    isThere: () => existsSync(process.env.NGINX ?? '/usr/sbin/nginx'),
  },
];

export const chromium = () => process.env.CHROMIUM ?? CHROMIUM.find((path) => existsSync(path));

export async function ensurePrerequisites() {
  const missing = NEEDS.filter((need) => !need.isThere());
  if (missing.length === 0) return;
  const canInstall = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (canInstall) {
    const packages = missing.flatMap((need) => need.packages);
    console.log(`Installing ${packages.join(', ')}…`);
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-q'], { quiet: true, env });
    const { code, output } = await run(
      'apt-get',
      ['install', '-y', '-q', '--no-install-recommends', ...packages],
      {
        quiet: true,
        env,
      },
    );
    if (code !== 0) console.error(output);
  }
  const left = missing.filter((need) => !need.isThere());
  for (const need of left) console.error(`${need.what} is missing: ${need.hint}.`);
  if (left.length > 0) process.exit(1);
}
