import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startSandbox } from './start.ts';

const portOf = (url: string) => Number(new URL(url).port);

async function isTaken(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1');
  const taken = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return taken;
}

describe('startSandbox', () => {
  it('serves an index with links to its parts', async () => {
    const sandbox = await startSandbox();
    const index = await (await fetch(sandbox.httpUrl)).text();
    for (const href of [
      '/inbox',
      '/oidc/.well-known/openid-configuration',
      '/oidc-people',
      '/analytics.json',
      '/dns.json',
      '/adservices.json',
      '/receivers',
    ]) {
      expect(index).toContain(`href="${href}"`);
      expect((await fetch(`${sandbox.httpUrl}${href}`)).status).toBe(200);
    }
    await sandbox.stop();
  });

  it('runs several times in one process, each with its own state', async () => {
    const [one, two] = await Promise.all([startSandbox(), startSandbox()]);
    one.people.add({ email: 'dana@kite.example', given_name: 'Dana' });
    expect(one.issuer).not.toBe(two.issuer);
    expect(two.people.list().map(({ email }) => email)).not.toContain('dana@kite.example');
    await Promise.all([one.stop(), two.stop()]);
  });

  it('frees its ports when it stops, even when stopped twice', async () => {
    const sandbox = await startSandbox();
    await fetch(sandbox.httpUrl);
    await Promise.all([sandbox.stop(), sandbox.stop()]);
    const urls = [sandbox.httpUrl, sandbox.smtpUrl, `dns://${sandbox.dnsServer}`];
    expect(await Promise.all(urls.map((url) => isTaken(portOf(url))))).toEqual([false, false, false]);
  });

  it('says when a port is taken, and leaves the other free', async () => {
    const first = await startSandbox();
    const taken = { httpPort: portOf(first.httpUrl) };
    await expect(startSandbox(taken)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await expect(startSandbox({ smtpPort: portOf(first.smtpUrl) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await expect(startSandbox({ dnsPort: portOf(`dns://${first.dnsServer}`) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await first.stop();
    const again = await startSandbox(taken);
    expect(again.httpUrl).toBe(first.httpUrl);
    await again.stop();
  });
});

describe('the command', () => {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const run = (...args: string[]) => spawn(process.execPath, ['--import', 'tsx', main, ...args]);

  it.each(['SIGTERM', 'SIGINT'] as const)('prints one line of JSON and ends on %s', async (signal) => {
    const child = run();
    const lines: string[] = [];
    const output = createInterface({ input: child.stdout });
    output.on('line', (line) => lines.push(line));
    await once(output, 'line');
    const addresses = JSON.parse(lines[0]!) as Record<string, string>;
    expect(addresses).toEqual({
      http: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      smtp: expect.stringMatching(/^smtp:\/\/127\.0\.0\.1:\d+$/),
      dns: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      issuer: `${addresses.http}/oidc`,
      analytics: `${addresses.http}/analytics`,
      adservices: `${addresses.http}/apple/api/v1/`,
      tools: `${addresses.http}/tools`,
      webhooks: `${addresses.http}/webhooks`,
    });
    expect((await fetch(`${addresses.http}/inbox.json`)).status).toBe(200);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(lines).toHaveLength(1);
  });

  it('refuses a port that is none', async () => {
    const [code] = await once(run('--port', 'eighty'), 'exit');
    expect(code).toBe(1);
  });
});
