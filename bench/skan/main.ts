// npm run bench -- skan: postbacks through HTTP, checked and on disk, as a share of bare signature verification.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBenchData } from '../bench-data.ts';
import { type Child, startChild } from '../child.ts';
import { cpuTimesOf, machine, usedUs } from '../machine.ts';
import { cacheDir, type Product, root, startProduct } from '../product.ts';
import type { SkanAnswer, SkanOrder } from './load-program.ts';

const APP_ID = 525_463_029;
/** More than is ever sent within a second. */
const PER_SECOND = 8_000;

const begun = Date.now();
const say = (text: string) =>
  process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);

interface Options {
  seconds: number;
  rounds: number;
  connections: number;
}

interface Round {
  verified: number;
  taken: number;
  share: number;
  p50Ms: number;
  p99Ms: number;
  failed: number;
  /** What one postback cost, in microseconds of a core; `clientUs` is not the product's. */
  serverUs: number;
  postgresUs: number;
  clientUs: number;
  /** What bare verification costs of it. */
  verifyUs: number;
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

interface Bare {
  answered: number;
  seconds: number;
  cpuUs: number;
}

const rateOf = ({ answered, seconds }: Pick<Bare, 'answered' | 'seconds'>) => answered / seconds;

async function measureRound(
  { client, product }: { client: Child; product: Product },
  order: Omit<SkanOrder, 'kind'>,
): Promise<Round & { answer: SkanAnswer }> {
  const bare = () => client.ask<Bare>({ ...order, kind: 'verify', seconds: 2 });
  const cpu = () => [cpuTimesOf(product.pid), cpuTimesOf(product.postgresPid, true)] as const;
  // Before and after: a machine that others use is not the same at both times.
  const before = await bare();
  const [server, postgres] = cpu();
  const answer = await client.ask<SkanAnswer>({ ...order, kind: 'send' });
  const [serverAfter, postgresAfter] = cpu();
  const after = await bare();
  const verified = (rateOf(before) + rateOf(after)) / 2;
  const taken = rateOf(answer);
  const { p50Ms, p99Ms, failed, answered, clientUs } = answer;
  if (answer.firstFailure) say(`failed: ${answer.firstFailure}`);
  return {
    verified,
    taken,
    share: taken / verified,
    p50Ms,
    p99Ms,
    failed,
    answer,
    clientUs,
    serverUs: (usedUs(server, serverAfter) ?? 0) / answered,
    postgresUs: (usedUs(postgres, postgresAfter) ?? 0) / answered,
    verifyUs: (before.cpuUs + after.cpuUs) / (before.answered + after.answered),
  };
}

/** Every postback that was acknowledged counts exactly once, however often it came. */
async function check({ connection }: Product, acknowledged: number) {
  const { rows } = await connection.pool.query<{ counted: string; replays: string; twice: string }>(`
    select count(*) filter (where counted) as counted, count(*) filter (where not_counted = 'replay') as replays,
      count(*) filter (where counted) - count(distinct transaction_id) filter (where counted) as twice
    from skan_postbacks`);
  const days = await connection.pool.query<{ repeats: string; dropped: string }>(
    'select sum(repeats) as repeats, sum(dropped) as dropped from skan_days',
  );
  const found = { ...rows[0], ...days.rows[0] };
  const isRight = Number(found.counted) >= acknowledged && Number(found.twice) === 0;
  return { acknowledged, ...found, isRight };
}

async function measureAll(product: Product, key: string, options: Options) {
  const { projects } = await createBenchData(product.connection.pool, 1);
  await product.connection.pool.query('insert into skan_apps (app_id, project_id) values ($1, $2)', [
    APP_ID,
    projects[0]?.projectId,
  ]);
  await product.connection.pool.query(
    `select pg_notify('trailmark_changes', '{"kind":"project","projectId":"${projects[0]?.projectId}"}')`,
  );
  const { seconds, connections } = options;
  const client = startChild('skan/load-program.ts');
  const order = { key, appId: APP_ID, port: product.port, connections };
  try {
    say('warming up');
    const warm = await measureRound({ client, product }, { ...order, seconds: 3, count: 3 * PER_SECOND });
    let acknowledged = warm.answer.acknowledged;
    const rounds: Round[] = [];
    for (let n = 0; n < options.rounds; n += 1) {
      const { answer, ...round } = await measureRound(
        { client, product },
        {
          ...order,
          seconds,
          count: seconds * PER_SECOND,
        },
      );
      acknowledged += answer.acknowledged;
      rounds.push(round);
      say(
        `${round.taken.toFixed(0)} postbacks/s of ${round.verified.toFixed(0)} signatures/s on one core: ` +
          `${(round.share * 100).toFixed(0)} %, p50 ${round.p50Ms.toFixed(0)} ms, p99 ${round.p99Ms.toFixed(0)} ms, ` +
          `${round.failed} failed; CPU of one: server ${round.serverUs.toFixed(0)} µs, PostgreSQL ` +
          `${round.postgresUs.toFixed(0)} µs, client ${round.clientUs.toFixed(0)} µs, signature ${round.verifyUs.toFixed(0)} µs`,
      );
    }
    const share = median(rounds.map((round) => round.share));
    const outcome = await check(product, acknowledged);
    say(`median ${(share * 100).toFixed(0)} %; ${JSON.stringify(outcome)}`);
    return { rounds, share, outcome };
  } finally {
    await client.stop();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(2).filter((arg) => arg !== 'skan'),
    options: {
      seconds: { type: 'string', default: '6' },
      rounds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '256' },
      profile: { type: 'boolean', default: false },
    },
  });
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const text = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const product = await startProduct({ profile: values.profile, env: { SKAN_TEST_KEYS: text } });
  try {
    const key = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
    const options = { seconds, rounds, connections: Number(values.connections) };
    const report = { machine: machine(), options, ...(await measureAll(product, key, options)) };
    writeFileSync(join(cacheDir, 'latest-skan.json'), `${JSON.stringify(report, null, 2)}\n`);
    if (!report.outcome.isRight) process.exitCode = 1;
  } finally {
    await product.stop();
  }
}

await main();
