import type { Page } from '@playwright/test';
import { may, PERMISSIONS, type Permission, ROLES } from '@trailmark/contract/permissions';
import { updateProject } from '@trailmark/contract/projects';
import { SCREENS } from '../support/screens.ts';
import { expect, type People, test, type Visitor } from '../support/test.ts';

type Role = (typeof ROLES)[number];

const IN_PROJECT = SCREENS.filter(({ access }) => access === 'project');
const SETTINGS = IN_PROJECT.filter(({ layout }) => layout === 'settings');

const listed = (items: readonly string[]) =>
  items.length === 1 ? items[0] : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;

/** The owner of a new project, and somebody who has a role in it. */
async function cast(people: People, role: Role): Promise<{ projectId: string; person: Visitor }> {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const person = role === 'owner' ? owner : await people.member(owner, project_id, role);
  return { projectId: project_id, person };
}

/** The page is refused with the role that it needs and somebody who can give it. */
async function expectNoAccess(page: Page, permission: Permission, role: Role): Promise<void> {
  const { what, roles } = PERMISSIONS[permission];
  const refusal = page.getByRole('alert');
  await expect(refusal).toContainText('Your role does not open this page');
  await expect(refusal).toContainText(
    `“${what}” needs the role ${listed(roles)}; in Kite Grocery you are ${role}.`,
  );
  const giver = may(role, 'members.see') ? 'Asha Rao' : 'an owner or admin of the project';
  await expect(refusal).toContainText(`Ask ${giver} to change it.`);
}

for (const role of ROLES) {
  test.describe(`as ${role}`, () => {
    const allowed = (permission: Permission | undefined) => permission === undefined || may(role, permission);

    test('the rail and the settings show what the role may open, and the rest is explained', async ({
      people,
    }) => {
      const { person, projectId } = await cast(people, role);
      const { page } = person;
      await page.goto(`/overview?p_id=${projectId}`);
      const rail = page.getByRole('navigation', { name: 'Sections' });
      const inRail = IN_PROJECT.filter(({ rail, permission }) => rail && allowed(permission));
      await expect(rail.getByRole('link')).toHaveText(
        inRail.map(({ railLabel, title }) => railLabel ?? title),
      );
      const usage = allowed('usage.see') ? 1 : 0;
      await expect(page.getByRole('heading', { name: 'Usage this month' })).toHaveCount(usage);
      await expect(page.getByRole('complementary').getByText('Attributed installs')).toHaveCount(usage);

      const settings = page.getByRole('navigation', { name: 'Settings' });
      for (const screen of SETTINGS) {
        await page.goto(`${screen.path}?p_id=${projectId}`);
        if (allowed('settings.see')) {
          await expect(settings.getByRole('link')).toHaveText(
            SETTINGS.filter(({ permission }) => allowed(permission)).map(({ title }) => title),
          );
        }
        if (allowed('settings.see') && allowed(screen.permission)) {
          await expect(settings.getByRole('link', { name: screen.title })).toHaveAttribute(
            'aria-current',
            'page',
          );
          await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
          await expect(page.getByRole('alert')).toBeHidden();
        } else {
          const missing = allowed('settings.see') ? screen.permission : 'settings.see';
          await expectNoAccess(page, missing ?? 'settings.see', role);
        }
      }
    });

    if (!allowed('settings.see')) return;

    test('what the role may see but not change is read-only and says so', async ({ people }) => {
      const { person, projectId } = await cast(people, role);
      const { page } = person;
      const shownWhen = (permission: Permission, count = 1) => (allowed(permission) ? count : 0);
      const main = page.getByRole('main');

      await page.goto(`/settings/general?p_id=${projectId}`);
      await expect(page.getByLabel('Name')).toBeEnabled({ enabled: allowed('settings.edit') });
      await expect(page.getByRole('combobox', { name: 'Click window', exact: true })).toBeEnabled({
        enabled: allowed('settings.edit'),
      });
      await expect(page.getByText(`Your role here is ${role}.`)).toHaveCount(1 - shownWhen('settings.edit'));
      const change = person.call(updateProject, { body: { project_id: projectId, name: 'Renamed' } });
      if (allowed('settings.edit')) expect((await change).name).toBe('Renamed');
      else await expect(change).rejects.toMatchObject({ code: 'forbidden' });

      await page.goto(`/settings/members?p_id=${projectId}`);
      await expect(main.getByRole('row').filter({ hasText: person.email })).toContainText('You');
      await expect(page.getByRole('button', { name: 'Invite people' })).toHaveCount(
        shownWhen('members.edit', 2),
      );
      await expect(page.getByText('Owners and admins invite people and change roles.')).toHaveCount(
        1 - shownWhen('members.edit'),
      );

      await page.goto(`/settings/keys?p_id=${projectId}`);
      await expect(page.getByLabel('SDK token', { exact: true })).toHaveValue(/^tm_/);
      await expect(page.getByRole('button', { name: 'Generate private key' })).toHaveCount(
        shownWhen('connections.edit', 2),
      );
      await expect(page.getByText('An owner or admin can generate it.')).toHaveCount(
        1 - shownWhen('connections.edit'),
      );

      await page.goto(`/settings/danger?p_id=${projectId}`);
      await expect(page.getByRole('button', { name: 'Delete project' })).toHaveCount(
        shownWhen('project.delete'),
      );
      await expect(page.getByText('Only an owner can delete the project.')).toHaveCount(
        1 - shownWhen('project.delete'),
      );
    });
  });
}

test('the members page shows the one table of who may do what', async ({ people }) => {
  const { person, projectId } = await cast(people, 'viewer');
  const { page } = person;
  await page.goto(`/settings/members?p_id=${projectId}`);
  await page.getByText('What may each role do?').click();
  const table = page.getByRole('table', { name: 'What each role may do' });
  for (const permission of Object.keys(PERMISSIONS) as Permission[]) {
    const cells = table.getByRole('row').filter({ hasText: PERMISSIONS[permission].what }).getByRole('cell');
    await expect(cells).toHaveText([
      PERMISSIONS[permission].what,
      ...ROLES.map((role) => (may(role, permission) ? 'yes' : '–')),
    ]);
  }
});
