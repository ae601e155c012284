import type { Page } from '@playwright/test';
import { may, PERMISSIONS, type Permission, ROLES } from '@trailmark/contract/permissions';
import { updateProject } from '@trailmark/contract/projects';
import { SCREENS } from '../support/screens.ts';
import { walk } from '../support/states.ts';
import { expect, test } from '../support/test.ts';

type Role = (typeof ROLES)[number];

const IN_PROJECT = SCREENS.filter(({ access }) => access === 'project');
const SETTINGS = IN_PROJECT.filter(({ layout }) => layout === 'settings');

const listed = (items: readonly string[]) =>
  items.length === 1 ? items[0] : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;

const once = (shown: boolean) => (shown ? 1 : 0);

const explainsReadOnly = (page: Page, enabled: boolean) =>
  expect(page.getByText('You can see these settings but not change them')).toHaveCount(once(!enabled));

/** What a screen shows to a role that may change things, and to one that may only look. */
const READ_ONLY: Record<string, (page: Page, role: Role) => Promise<void>> = {
  '/settings/general': async (page, role) => {
    const enabled = may(role, 'settings.edit');
    await expect(page.getByLabel('Name')).toBeEnabled({ enabled });
    await expect(page.getByRole('radio', { name: /^App/ })).toBeEnabled({ enabled });
    await expect(page.getByRole('combobox', { name: 'Currency' })).toBeEnabled({ enabled });
    await explainsReadOnly(page, enabled);
  },
  '/settings/attribution': async (page, role) => {
    const enabled = may(role, 'settings.edit');
    const click = page.getByRole('combobox', { name: 'Click window', exact: true });
    await expect(click).toBeEnabled({ enabled });
    await explainsReadOnly(page, enabled);
  },
  '/settings/fraud': async (page, role) => {
    const enabled = may(role, 'settings.edit');
    await expect(page.getByLabel('Per device')).toBeEnabled({ enabled });
    await explainsReadOnly(page, enabled);
  },
  '/settings/privacy': async (page, role) => {
    const enabled = may(role, 'settings.edit');
    await expect(page.getByLabel('Keep raw clicks')).toBeEnabled({ enabled });
    await explainsReadOnly(page, enabled);
  },
  '/settings/members': async (page, role) => {
    const mayEdit = may(role, 'members.edit');
    await expect(page.getByRole('button', { name: 'Invite people' }).first()).toBeVisible({
      visible: mayEdit,
    });
    const explained = page.getByText('Owners and admins invite people and change roles.');
    await expect(explained).toHaveCount(once(!mayEdit));
  },
  '/settings/keys': async (page, role) => {
    const mayEdit = may(role, 'connections.edit');
    await expect(page.getByLabel('SDK token', { exact: true })).toHaveValue(/^tm_/);
    await expect(page.getByText('No private keys yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Generate private key' }).first()).toBeVisible({
      visible: mayEdit,
    });
    await expect(page.getByText('An owner or admin can generate it.')).toHaveCount(once(!mayEdit));
  },
  '/settings/danger': async (page, role) => {
    const mayDelete = may(role, 'project.delete');
    await expect(page.getByRole('button', { name: 'Leave project' })).toBeEnabled({
      enabled: role !== 'owner',
    });
    await expect(page.getByRole('button', { name: 'Delete project' })).toHaveCount(once(mayDelete));
    await expect(page.getByText('Only an owner can delete the project.')).toHaveCount(once(!mayDelete));
  },
};

/** The page is refused with the roles that it needs and somebody who can give them. */
async function expectNoAccess(page: Page, permission: Permission, role: Role): Promise<void> {
  const { what, roles } = PERMISSIONS[permission];
  const refusal = page.getByRole('alert');
  await expect(refusal).toContainText('Your role cannot open this page');
  await expect(refusal).toContainText(`“${what}” needs the role ${listed(roles)};`);
  await expect(refusal).toContainText(new RegExp(`;.*\\b${role}\\.`));
  const giver = may(role, 'members.see') ? 'Asha Rao' : 'an owner or admin of the project';
  await expect(refusal).toContainText(`Ask ${giver} to change it.`);
}

for (const role of ROLES) {
  const allowed = (permission: Permission | undefined) => permission === undefined || may(role, permission);

  test(`${role}: sees what the role may see, changes what it may change, and reads why not`, async ({
    people,
  }) => {
    const owner = await people.visitor();
    const { project_id } = await people.project(owner);
    const { page, call } = role === 'owner' ? owner : await people.member(owner, project_id, role);

    await page.goto(`/overview?p_id=${project_id}`);
    const rail = page.getByRole('navigation', { name: 'Sections' });
    const inRail = IN_PROJECT.filter(({ rail, permission }) => rail && allowed(permission));
    await expect(rail.getByRole('link')).toHaveText(inRail.map(({ railLabel, title }) => railLabel ?? title));
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await expect(page.locator('[data-slot="skeleton"]')).toHaveCount(0);
    const usage = once(role === 'owner' || role === 'admin');
    await expect(page.getByRole('complementary').getByText('Attributed installs')).toHaveCount(usage);

    const settings = page.getByRole('navigation', { name: 'Settings' });
    const open = SETTINGS.filter(({ permission }) => allowed('settings.see') && allowed(permission));
    for (const { path, title, permission } of SETTINGS) {
      if (open.some((screen) => screen.path === path)) {
        if (path === open[0]?.path) await rail.getByRole('link', { name: 'Settings' }).click();
        else await settings.getByRole('link', { name: title }).click();
        await expect(page).toHaveURL(`${path}?p_id=${project_id}`);
        await READ_ONLY[path]?.(page, role);
        await expect(page.getByRole('alert')).toBeHidden();
      } else {
        await walk(page, `${path}?p_id=${project_id}`);
        await expect(page).toHaveTitle(`${title} · Trailmark`);
        const missing = allowed('settings.see') ? permission : undefined;
        await expectNoAccess(page, missing ?? 'settings.see', role);
      }
      await expect(settings.getByRole('link')).toHaveText(open.map((screen) => screen.title));
    }

    // The server holds to the same table.
    const change = call(updateProject, { body: { project_id, name: 'Kite Market' } });
    if (allowed('settings.edit')) expect((await change).name).toBe('Kite Market');
    else await expect(change).rejects.toMatchObject({ code: 'forbidden' });
  });
}

test('the members page shows the one table of who may do what', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const { page } = owner;
  await page.goto(`/settings/members?p_id=${project_id}`);
  await page.getByText('What may each role do?').click();
  const table = page.getByRole('table', { name: 'What each role may do' });
  for (const permission of Object.keys(PERMISSIONS) as Permission[]) {
    const { what } = PERMISSIONS[permission];
    const cells = table.getByRole('row').filter({ hasText: what }).getByRole('cell');
    await expect(cells).toHaveText([what, ...ROLES.map((role) => (may(role, permission) ? 'yes' : '–'))]);
  }
});
