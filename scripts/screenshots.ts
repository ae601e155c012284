// npx tsx scripts/screenshots.ts: draws docs/images anew, from the product itself with a team at work in it.
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import { inviteMembers } from '@trailmark/contract/members';
import { createProject } from '@trailmark/contract/projects';
import { startSandbox } from '@trailmark/sandbox/start';
import { startProduct } from '../e2e/support/product.ts';
import { arrive, introduce, signedInAs } from '../e2e/support/residents.ts';
import { makeRichProject } from '../e2e/support/rich-project.ts';

const IMAGES = join(import.meta.dirname, '../docs/images');
const VIEW = {
  viewport: { width: 1440, height: 900 },
  locale: 'en-GB',
  timezoneId: 'Asia/Kolkata',
} satisfies BrowserContextOptions;

interface Picture {
  file: string;
  path: string;
  theme: 'dark' | 'light';
  as: BrowserContextOptions;
}

async function draw(browser: Browser, { file, path, theme, as }: Picture): Promise<void> {
  const context = await browser.newContext({ ...VIEW, ...as, colorScheme: theme });
  const page = await context.newPage();
  await page.goto(path, { waitUntil: 'networkidle' });
  const news = page.getByRole('region', { name: 'What is new' }).getByRole('button');
  while ((await news.count()) > 0) await news.click();
  await page.locator('[data-slot="skeleton"]').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready');
  await page.mouse.move(720, 880);
  await page.screenshot({ path: join(IMAGES, file), animations: 'disabled' });
  await context.close();
  console.log(`docs/images/${file}`);
}

/** A project on its first day: its address is known, colleagues are asked, the key is still to come. */
async function makeNewProject(url: string): Promise<{ path: string; as: BrowserContextOptions }> {
  const owner = await arrive(url, 'asha@kite.example');
  await introduce(owner, {
    first_name: 'Asha',
    last_name: 'Rao',
    company: 'Kite Grocery',
    role: 'marketing',
  });
  const { project_id } = await owner.call(createProject, {
    body: {
      name: 'Kite Grocery',
      platform: 'app',
      app_store_link: 'https://apps.apple.com/in/app/kite-grocery/id6443201111',
      currency: 'INR',
      timezone: 'Asia/Kolkata',
    },
  });
  const emails = ['ben@kite.example', 'mei@kite.example'];
  await owner.call(inviteMembers, { body: { project_id, emails, role: 'member' } });
  return { path: `/overview?p_id=${project_id}`, as: signedInAs(url, owner) };
}

async function drawAll(browser: Browser, url: string): Promise<void> {
  const overview = await makeNewProject(url);
  await draw(browser, { ...overview, file: 'overview-dark.png', theme: 'dark' });
  await draw(browser, { ...overview, file: 'overview-light.png', theme: 'light' });
  const { project, people } = await makeRichProject(url, 'kitegrocery.example');
  const members = {
    path: `/settings/members?p_id=${project.project_id}`,
    as: signedInAs(url, people.owner),
  };
  await draw(browser, { ...members, file: 'members-dark.png', theme: 'dark' });
}

const sandbox = await startSandbox({});
// The mailbox is looked for where the journeys find it.
process.env.TRAILMARK_WORLD = JSON.stringify({ sandboxUrl: sandbox.httpUrl });
const product = await startProduct({
  SMTP_URL: sandbox.smtpUrl,
  MAIL_FROM: 'Trailmark <hello@trailmark.example>',
  SIGNUP: 'open',
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
try {
  await drawAll(browser, product.url);
} finally {
  await browser.close();
  await product.stop();
  await sandbox.stop();
}
