import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist/**', 'e2e/**'];

export default defineConfig({
  test: {
    // What one step has compiled the next ones need not compile again.
    experimental: { fsModuleCache: true },
    projects: [
      {
        // Needs nothing but Node.
        test: {
          name: 'unit',
          include: ['packages/**/*.test.{ts,tsx}', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.{ts,mjs}'],
          exclude: [...exclude, '**/*.db.test.ts', '**/*.process.test.ts'],
          // They share nothing that one could spoil for the next, and starting anew for each takes most of the time.
          isolate: false,
          maxWorkers: 2,
          // A small shared machine may be slow; nothing asserts on time.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Needs a PostgreSQL: one for all, a database of its own for every file.
        test: {
          name: 'db',
          include: ['apps/**/*.db.test.ts'],
          exclude: [...exclude, ...(process.env.TEST_WITHOUT?.split(',') ?? [])],
          // Every file has a server and a database of its own anyway.
          isolate: false,
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          setupFiles: ['apps/server/src/testing/record-statements.ts'],
          // A small shared machine may be slow; nothing asserts on time.
          testTimeout: 120_000,
          // To stop a server and drop its database, files are deleted and synced: a busy disk may take a minute for it.
          hookTimeout: 180_000,
          maxWorkers: 2,
        },
      },
      {
        // Starts and kills whole programs, each in a data directory of its own.
        test: {
          name: 'process',
          include: ['apps/**/*.process.test.ts', 'packages/**/*.process.test.ts'],
          exclude,
          globalSetup: ['apps/server/src/testing/build-product.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Most of the time they wait for a program to start or to recover.
          maxWorkers: 2,
        },
      },
    ],
  },
});
