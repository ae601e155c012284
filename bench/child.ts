import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A program of this folder in a separate process, which answers one request at a time. */
export interface Child {
  pid: number;
  ask<Answer>(request: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

export function startChild(name: string): Child {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', tsx, '--max-old-space-size=4096', join(import.meta.dirname, name)],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    pid: child.pid ?? 0,
    ask<Answer>(request: unknown) {
      return new Promise<Answer>((resolve, reject) => {
        const fail = () => reject(new Error(`${name} ended.`));
        child.once('close', fail);
        child.once('message', (answer) => {
          child.removeListener('close', fail);
          resolve(answer as Answer);
        });
        child.send(request as object);
      });
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The other side: answers the parent's requests, and ends with the parent. */
export function answerParent<Request>(answer: (request: Request) => Promise<unknown>): void {
  process.on('message', (request: Request) => {
    void answer(request).then((result) => process.send?.(result));
  });
  process.on('disconnect', () => process.exit(0));
}
