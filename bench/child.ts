import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A program of this folder in a process of its own, which answers one question at a time. */
export interface Child {
  pid: number;
  ask<Answer>(question: unknown): Promise<Answer>;
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
    ask<Answer>(question: unknown) {
      return new Promise<Answer>((resolve, reject) => {
        const fail = () => reject(new Error(`${name} ended.`));
        child.once('close', fail);
        child.once('message', (answer) => {
          child.removeListener('close', fail);
          resolve(answer as Answer);
        });
        child.send(question as object);
      });
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The other side: answers what the parent asks, and ends with it. */
export function answerParent<Question>(answer: (question: Question) => Promise<unknown>): void {
  process.on('message', (question: Question) => {
    void answer(question).then((told) => process.send?.(told));
  });
  process.on('disconnect', () => process.exit(0));
}
