import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeScratch, query } from '../../testing/embedded/scratch.ts';
import { prepareBinaries } from './binaries.ts';
import { lookUpProcess } from './look-up-process.ts';
import { pickFreePort } from './postmaster.ts';
import { accountFor } from './run-as.ts';
import { serverSettings } from './server-settings.ts';
import { launchPatiently, startEmbeddedPostgres } from './start.ts';

const scratch = makeScratch();
const modeOf = (path: string) => statSync(path).mode & 0o777;

afterAll(async () => {
  expect(await scratch.clean()).toEqual([]);
}, 30_000);

describe('the first start', { timeout: 60_000 }, () => {
  const dataDir = join(scratch.dir(), 'deep', 'data');
  const lines: string[] = [];
  let url = '';
  let stop = async () => {};
  beforeAll(async () => {
    ({ url, stop } = await scratch.start(dataDir, (line) => lines.push(line)));
  }, 60_000);

  it('serves the database trailmark to the role trailmark on loopback', async () => {
    expect(url).toMatch(/^postgres:\/\/trailmark:[\w-]{43}@127\.0\.0\.1:\d+\/trailmark$/);
    expect(await query(url, 'select current_user::text, current_database()::text as name')).toEqual([
      { current_user: 'trailmark', name: 'trailmark' },
    ]);
  });

  it('has the locale, the checksums and the settings asked for', async () => {
    const locale =
      'select datlocprovider, datlocale, pg_encoding_to_char(encoding) as encoding from pg_database';
    expect(await query(url, `${locale} where datname = 'trailmark'`)).toEqual([
      { datlocprovider: 'b', datlocale: 'C.UTF-8', encoding: 'UTF8' },
    ]);
    const names = ['data_checksums', 'TimeZone', 'jit', 'unix_socket_directories', 'listen_addresses'];
    const list = names.map((name) => `'${name}'`).join();
    const rows = await query(url, `select name, setting from pg_settings where name in (${list})`);
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      data_checksums: 'on',
      TimeZone: 'UTC',
      jit: 'off',
      unix_socket_directories: '',
      listen_addresses: '127.0.0.1',
    });
  });

  it('refuses a wrong password', async () => {
    const wrong = url.replace(/:[^:@]+@/, ':wrong@');
    await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('keeps its files from others, and its password from the progress lines', () => {
    expect(modeOf(dataDir)).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
    expect(modeOf(join(dataDir, 'postgres'))).toBe(0o700);
    expect(modeOf(join(dataDir, 'postgres-password'))).toBe(0o600);
    expect(statSync(join(dataDir, 'postgres-password')).uid).toBe(process.getuid?.());
    expect(lines).toEqual(['Preparing the database (first start, a few seconds)…']);
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres-password', 'server.pid']);
  });

  it('refuses a second start on the same directory, and goes on', async () => {
    await expect(scratch.start(dataDir)).rejects.toThrow(
      `Another Trailmark (pid ${process.pid}) already runs`,
    );
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('stops once however often it is called, and leaves no process and no lock', async () => {
    const pid = scratch.notePid(dataDir);
    await Promise.all([stop(), stop()]);
    await stop();
    expect(lookUpProcess(pid).state).toBe('gone');
    expect(existsSync(join(dataDir, 'server.pid'))).toBe(false);
  });
});

describe('a later start', { timeout: 60_000 }, () => {
  const dataDir = scratch.dir();
  const cluster = join(dataDir, 'postgres');
  beforeAll(async () => {
    const first = await scratch.start(dataDir);
    await query(first.url, 'create table kept as select generate_series(1, 100) as n');
    await first.stop();
  }, 60_000);

  async function countKept(): Promise<unknown> {
    const again = await scratch.start(dataDir);
    const rows = await query(again.url, 'select count(*)::int as count from kept');
    await again.stop();
    return rows[0]?.count;
  }

  it('keeps every row', async () => {
    expect(await countKept()).toBe(100);
  });

  it('leaves a finished cluster alone when an unfinished one lies beside it', async () => {
    mkdirSync(join(dataDir, 'postgres.new'));
    expect(await countKept()).toBe(100);
  });

  it('takes another port when the one it picked is taken meanwhile', async () => {
    const taken = createServer();
    const takenPort = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port));
    });
    const ports = [takenPort, takenPort, await pickFreePort()];
    const account = accountFor(cluster);
    const progress = () => {};
    const { port, postmaster } = await launchPatiently({
      cluster,
      account,
      progress,
      binaries: await prepareBinaries({ account, dataDir, progress }),
      settings: serverSettings({ fast: true }),
      pickPort: async () => ports.shift()!,
    });
    await postmaster.stop();
    taken.close();
    expect(port).not.toBe(takenPort);
    expect(ports).toEqual([]);
  });

  it('starts PostgreSQL again when it dies, on the same port and with every row', async () => {
    const lines: string[] = [];
    const postgres = await scratch.start(dataDir, (line) => lines.push(line));
    const first = scratch.notePid(dataDir);
    process.kill(first, 'SIGKILL');
    await vi.waitFor(() => expect(lines).toContain('PostgreSQL runs again.'), {
      timeout: 50_000,
      interval: 50,
    });
    expect(scratch.notePid(dataDir)).not.toBe(first);
    expect(await query(postgres.url, 'select count(*)::int as count from kept')).toEqual([{ count: 100 }]);
    await postgres.stop();
    expect(existsSync(join(dataDir, 'server.pid'))).toBe(false);
    expect(await countKept()).toBe(100);
  });

  it('says so when PostgreSQL cannot be started again, and can start again in the same process', async () => {
    const deaths: string[] = [];
    const postgres = await startEmbeddedPostgres({
      dataDir,
      fast: true,
      progress: () => {},
      onDeath: (reason) => deaths.push(reason),
      pausesMs: [0, 10],
    });
    const config = join(cluster, 'postgresql.conf');
    const good = readFileSync(config);
    writeFileSync(config, 'no_such_setting = 1\n', { flag: 'a' });
    process.kill(scratch.notePid(dataDir), 'SIGKILL');
    const { reason } = await postgres.exited;
    expect(reason).toContain('did not start in 2 attempts');
    expect(reason).toContain('no_such_setting');
    expect(deaths).toHaveLength(3);
    expect(deaths[0]).toContain('signal SIGKILL');
    await postgres.stop();
    writeFileSync(config, good);
    expect(await countKept()).toBe(100);
  });

  it('says in one sentence, with the log, why PostgreSQL does not start', async () => {
    const config = join(cluster, 'postgresql.conf');
    const good = readFileSync(config);
    writeFileSync(config, 'no_such_setting = 1\n', { flag: 'a' });
    const failed = scratch.start(dataDir);
    await expect(failed).rejects.toThrow('PostgreSQL did not start (exit code 1).');
    await expect(failed).rejects.toThrow('unrecognized configuration parameter "no_such_setting"');
    writeFileSync(config, good);
    expect(await countKept()).toBe(100);
  });

  it.runIf(process.getuid?.() === 0)('gives a cluster that root restored to the account again', async () => {
    execFileSync('chown', ['-R', '0:0', cluster]);
    expect(await countKept()).toBe(100);
    expect(statSync(cluster).uid).not.toBe(0);
  });

  it('never starts a cluster of another version, and says what to do', async () => {
    const versionFile = join(cluster, 'PG_VERSION');
    const version = readFileSync(versionFile);
    writeFileSync(versionFile, '17\n');
    await expect(scratch.start(dataDir)).rejects.toThrow(
      /made by PostgreSQL 17, .* brings PostgreSQL 18: .*pg_upgrade/,
    );
    expect(existsSync(join(dataDir, 'server.pid'))).toBe(false);
    writeFileSync(versionFile, version);
    expect(await countKept()).toBe(100);
  });

  it('names the password file when it does not fit or is missing', async () => {
    const file = join(dataDir, 'postgres-password');
    const password = readFileSync(file);
    writeFileSync(file, 'another\n');
    await expect(scratch.start(dataDir)).rejects.toThrow('postgres-password');
    rmSync(file);
    await expect(scratch.start(dataDir)).rejects.toThrow(`${file} is missing`);
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false);
    writeFileSync(file, password, { mode: 0o600 });
    expect(await countKept()).toBe(100);
  });
});

describe('a directory that is not as expected', { timeout: 60_000 }, () => {
  it('begins again after an interrupted initialisation', async () => {
    const dataDir = scratch.dir();
    mkdirSync(join(dataDir, 'postgres.new-0123', 'base'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres.new-0123', 'PG_VERSION'), '18\n');
    writeFileSync(join(dataDir, 'postgres.new-0123.password'), 'left behind');
    const { url, stop } = await scratch.start(dataDir);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres-password']);
  });

  it('touches nothing where "postgres" is something else', async () => {
    const dataDir = scratch.dir();
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres', 'letter.txt'), 'dear');
    await expect(scratch.start(dataDir)).rejects.toThrow('contains files but no PostgreSQL database');
    expect(readFileSync(join(dataDir, 'postgres', 'letter.txt'), 'utf8')).toBe('dear');
  });
});
