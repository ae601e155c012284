import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { createProject } from '@trailmark/contract/projects';
import { startProduct } from './product.ts';
import { arriveBy, introduce, type Resident, signedInAs } from './residents.ts';
import { makeRichProject, type RichProject } from './rich-project.ts';
import { test as base } from './test.ts';
import { readWorld } from './world.ts';

interface HouseFixtures {
  /** Opens a browser, with somebody signed in unless it is for nobody. */
  enter: (person: Resident | null, options?: BrowserContextOptions) => Promise<Page>;
}

/** An installation without any configuration, with its owner at work. */
export interface BareHouse {
  url: string;
  owner: Resident;
  projectId: string;
}

interface HouseWorker {
  /** Started when a test first asks for it: the link in its terminal works once. */
  bare: BareHouse;
  /** One team at work for all tests of a worker; look, but change nothing that others count on. */
  rich: RichProject;
}

export const test = base.extend<HouseFixtures, HouseWorker>({
  rich: [
    async ({ browser: _browser }, use, { workerIndex }) => {
      const domain = workerIndex === 0 ? 'kitegrocery.example' : `kitegrocery${workerIndex}.example`;
      await use(await makeRichProject(readWorld().fullUrl, domain));
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  bare: [
    async ({ browser: _browser }, use) => {
      const product = await startProduct({});
      const [link = ''] = /http\S+#token=\S+/.exec(product.output()) ?? [];
      const owner = await arriveBy(product.url, link);
      await introduce(owner, { first_name: 'Asha', last_name: 'Rao', company: 'Kite Grocery' });
      const body = {
        name: 'Kite Grocery',
        platform: 'app',
        currency: 'INR',
        timezone: 'Asia/Kolkata',
      } as const;
      const { project_id } = await owner.call(createProject, { body });
      await use({ url: product.url, owner, projectId: project_id });
      await product.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  enter: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (person, options = {}) => {
      const { fullUrl } = readWorld();
      const start = person ? signedInAs(fullUrl, person) : { baseURL: fullUrl };
      const context = await browser.newContext({ ...start, ...options });
      contexts.push(context);
      return await context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

export { expect } from './test.ts';
