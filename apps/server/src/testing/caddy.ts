import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pickFreePort } from '../db/embedded/postmaster.ts';
import { checkoutRoot } from '../platform/package-root.ts';

const CADDY = process.env.CADDY ?? '/usr/bin/caddy';

/** The Caddyfile of a page of the documentation; a test tries its very text, with other addresses. */
export function documentedCaddyfile(page: string): string {
  const text = readFileSync(join(checkoutRoot, 'docs', page), 'utf8');
  const [, documented] = /```caddyfile\n(\{\n[\s\S]*?)```/.exec(text) ?? [];
  if (!documented) throw new Error(`docs/${page} has no Caddyfile.`);
  return documented;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

export interface Caddy {
  httpsPort: number;
  /** Of its own certificate authority. */
  dir: string;
  stop(): Promise<void>;
}

/** Runs Caddy with a Caddyfile that begins with global options, on this machine alone and with certificates of its own. */
export async function startCaddy(dir: string, caddyfile: string): Promise<Caddy> {
  if (!existsSync(CADDY)) throw new Error(`Caddy is not installed at ${CADDY}.`);
  const httpsPort = await pickFreePort();
  const local = [
    'admin off',
    'local_certs',
    'skip_install_trust',
    'default_bind 127.0.0.1',
    `http_port ${await pickFreePort()}`,
    `https_port ${httpsPort}`,
    `storage file_system ${join(dir, 'caddy')}`,
  ];
  const path = join(dir, 'Caddyfile');
  writeFileSync(path, caddyfile.replace('{\n', `{\n${local.map((line) => `\t${line}\n`).join('')}`));
  const home = join(dir, 'home');
  mkdirSync(home);
  const child = spawn(CADDY, ['run', '--config', path, '--adapter', 'caddyfile'], {
    env: { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const ended = once(child, 'exit');
  while (!(await isListening(httpsPort))) {
    if (child.exitCode !== null) throw new Error(`Caddy ended:\n${log}`);
    await sleep(50);
  }
  return {
    httpsPort,
    dir: join(dir, 'caddy'),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
