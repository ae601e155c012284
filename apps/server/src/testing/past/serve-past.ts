// Takes in the history of a demo: the product itself, but for its clock, which is that of the requests. It is not part
// of the build, and nothing but `npm run demo` starts it.
import { issueLocalOwnerLink } from '../../features/sign-in/local-owner.ts';
import { startServer } from '../../main/start-server.ts';
import { readEnv } from '../../platform/env.ts';
import { createLog } from '../../platform/log.ts';
import { createPastClock } from './past-clock.ts';
import { startPastJobs } from './past-jobs.ts';

const TOUCH_BUDGET_MS = 60_000;

const print = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  const env = readEnv(process.env, 'all');
  const log = createLog(env.logLevel);
  const clock = createPastClock();
  const server = await startServer(env, log, { print }, { clock, touchBudgetMs: TOUCH_BUDGET_MS });
  clock.rule(server.app.server);
  const jobs = startPastJobs(server.kit);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await jobs.stop();
      await server.stop();
      process.exit(0);
    });
  }
  print(await issueLocalOwnerLink(server.kit));
}

await main();
