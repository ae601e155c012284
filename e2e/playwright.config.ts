import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { START_WINDOW } from './support/start-window.ts';

// What a run draws of all that could be looked at; with the seed that is printed, E2E_SEED=… repeats it.
process.env.E2E_SEED ??= String(randomInt(2 ** 31));

export default defineConfig({
  testDir: './journeys',
  outputDir: './results/artifacts',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  // One more than cores: while one waits, another works.
  workers: 3,
  // Generous: a small shared machine may be slow, and nothing here asserts on time.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? './results/report.json' }],
  ],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
    ...START_WINDOW,
    // Journeys wait for what is there, not for how it moves; on a busy machine drawing motion starves the page.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace has to be recorded before it is known whether the test fails: --trace on records those that are run again.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath:
        process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync),
      args: [
        '--no-sandbox',
        // Without it the headless build rounds the width of every letter.
        '--font-render-hinting=none',
        '--disable-gpu',
        // A page of a test lives for seconds: to compile it for speed takes longer than it saves.
        '--js-flags=--no-opt --no-maglev',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Requests to any other machine fail at once.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
});
