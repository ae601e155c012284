import type { BrowserContextOptions, Page } from '@playwright/test';
import { createProject } from '@trailmark/contract/projects';
import { readEnvironment } from './environment.ts';
import { freshEmail, PROFILE, testWithPeople } from './people.ts';
import { startProduct } from './product.ts';
import { makeRichProject, type RichProject } from './rich-project.ts';
import { arrive, arriveBy, introduce, type SignedInPerson } from './signed-in-people.ts';

interface Fixtures {
  /** Opens a browser, with somebody signed in unless it is for nobody; with options a new one. */
  enter: (person: SignedInPerson | null, options?: BrowserContextOptions) => Promise<Page>;
}

/** An installation without any configuration, with its owner at work. */
export interface BareInstallation {
  url: string;
  owner: SignedInPerson;
  projectId: string;
}

interface WorkerFixtures {
  /** Started when a test first asks for it: the link in its terminal works once. */
  bare: BareInstallation;
  /** One team at work for all tests of a worker; look, but change nothing that others count on. */
  rich: RichProject;
}

/** A new person with projects of their own, for tests that change things. */
export async function somebody(
  names: string[] = ['Kite Grocery'],
): Promise<{ person: SignedInPerson; projects: string[] }> {
  const person = await introduce(await arrive(readEnvironment().fullUrl, freshEmail()), PROFILE);
  const projects: string[] = [];
  for (const name of names) {
    const body = { name, platform: 'app', currency: 'INR', timezone: 'Asia/Kolkata' } as const;
    projects.push((await person.call(createProject, { body })).project_id);
  }
  return { person, projects };
}

/** The only one: tests that extend it by fixtures of a worker would each need workers, and browsers, of their own. */
export const test = testWithPeople.extend<Fixtures, WorkerFixtures>({
  rich: [
    async ({ browser: _browser }, use, { workerIndex }) => {
      const domain = workerIndex === 0 ? 'kitegrocery.example' : `kitegrocery${workerIndex}.example`;
      await use(await makeRichProject(readEnvironment().fullUrl, domain));
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
  enter: async ({ openBrowser }, use) => {
    await use(async (person, options) => (await openBrowser(person, options)).page);
  },
});

export { expect } from '@playwright/test';
