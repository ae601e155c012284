import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { CallError } from '@trailmark/contract/call';
import { listSessions, revokeSession, updateUser, verifyUser } from '@trailmark/contract/users';
import { readEnvironment } from '../support/environment.ts';
import { callerFor, freshEmail, storedToken } from '../support/people.ts';
import { addGooglePerson, mailTo, signInLink } from '../support/sandbox.ts';
import { expect, test } from '../support/test.ts';

async function askForLink(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send a sign-in link' }).click();
}

async function chooseGoogle(page: Page, who: string): Promise<void> {
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await page.getByRole('button', { name: who }).click();
}

/** What the dashboard keeps in local storage; the queue of the analytics library (`__mp…`) is not its own. */
function stored(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() =>
    Object.fromEntries(Object.entries({ ...localStorage }).filter(([key]) => !key.startsWith('__mp'))),
  );
}

const sentNote = (page: Page) => page.getByRole('main').getByRole('status');

/** A session is in local storage as specified, and nothing of how it came about is in the address. */
async function expectArrived(page: Page, email: string): Promise<void> {
  expect(page.url()).not.toMatch(/token|code|#/);
  const { token, user } = await stored(page);
  expect(JSON.parse(token ?? '')).toMatch(/^[\w-]{20,}$/);
  expect(JSON.parse(user ?? '')).toMatchObject({ email });
  expect(page.url()).not.toContain(JSON.parse(token ?? ''));
}

async function refusalOf(answer: Promise<unknown>): Promise<CallError> {
  const reason = await answer.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(reason instanceof CallError)) throw new Error('The call was not refused.');
  return reason;
}

test.describe('with Google', () => {
  test('a new person comes in, and meets the same account the next time', async ({ people }) => {
    const email = freshEmail();
    await addGooglePerson({ email, given_name: 'Asha', family_name: 'Rao' });
    const first = await people.stranger();
    await first.page.goto('/login');
    await chooseGoogle(first.page, email);
    await expect(first.page.getByRole('heading', { name: 'What do you measure?' })).toBeVisible();
    await expectArrived(first.page, email);
    const user = await callerFor(await storedToken(first.page))(verifyUser, {});
    expect(user).toMatchObject({ email, first_name: 'Asha', last_name: 'Rao', project_members: [] });

    const later = await people.stranger();
    await later.page.goto('/login');
    await chooseGoogle(later.page, email);
    await expect(later.page).toHaveURL(/\/welcome$/);
    const again = await callerFor(await storedToken(later.page))(verifyUser, {});
    expect(again.id).toBe(user.id);
  });

  test('comes into the account that the verified address has already', async ({ people }) => {
    const visitor = await people.visitor();
    await addGooglePerson({ email: visitor.email, given_name: 'Another', family_name: 'Name' });
    const { page } = await people.stranger();
    await page.goto('/login');
    await chooseGoogle(page, visitor.email);
    await expect(page).toHaveURL(/\/welcome$/);
    const [before, now] = await Promise.all([
      visitor.call(verifyUser, {}),
      callerFor(await storedToken(page))(verifyUser, {}),
    ]);
    expect(now.id).toBe(before.id);
    expect(now.first_name).toBe('Asha');
  });

  test('explains a cancelled sign-in and an address that is not verified', async ({ people }) => {
    const { page } = await people.stranger();
    await page.goto('/login');
    await chooseGoogle(page, 'Cancel');
    await expect(page).toHaveURL(/\/login\?/);
    await expect(page.getByRole('alert')).toContainText('Google did not sign you in');
    await expect(page.getByLabel('E-mail')).toBeVisible();

    await chooseGoogle(page, 'Mallory Finch');
    await expect(page.getByRole('alert')).toContainText('Google has not verified your address');
    expect(await stored(page)).not.toHaveProperty('token');
  });
});

test.describe('with a link by e-mail', () => {
  test('signs in without a click in the browser that asked', async ({ people }) => {
    const { page } = await people.stranger();
    const email = freshEmail();
    await page.goto('/');
    await expect(page).toHaveURL(/\/login$/);
    await askForLink(page, email);
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
    await expect(sentNote(page)).toContainText(email);

    const mail = await mailTo(email, { subject: /sign-in link/ });
    expect(mail.html).toContain('<h1');
    expect(mail.text).toContain('works once, for 15 minutes');
    await page.goto(await signInLink(email));
    await expect(page.getByRole('heading', { name: 'Welcome to Trailmark' })).toBeVisible();
    await expectArrived(page, email);
  });

  test('a mistyped address is explained beside the field and stays as typed', async ({ people }) => {
    const { page } = await people.stranger();
    await page.goto('/login');
    await askForLink(page, 'asha@kite');
    const field = page.getByLabel('E-mail');
    await expect(field).toHaveAccessibleDescription('This is not an e-mail address.');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveValue('asha@kite');
    await expect(field).toBeFocused();
  });

  test('another browser is asked first, and looking does not use the link up', async ({ people }) => {
    const email = freshEmail();
    const asking = await people.stranger();
    await asking.page.goto('/login');
    await askForLink(asking.page, email);
    const link = await signInLink(email);

    const { page } = await people.stranger();
    const confirmation = page.getByRole('heading', { name: /^Sign in as .…@kite\.example\?$/ });
    for (const _look of ['a scanner', 'a person']) {
      await page.goto('about:blank');
      await page.goto(link);
      await expect(confirmation).toBeVisible();
      expect(page.url()).not.toContain('token');
      expect(await stored(page)).not.toHaveProperty('token');
    }
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/welcome$/);
    await expectArrived(page, email);

    await asking.page.goto(link);
    await expect(asking.page.getByRole('heading', { name: 'no longer works' })).toBeVisible();
  });

  test('an older link still works, and voids the newer one', async ({ people }) => {
    const email = freshEmail();
    const { page, context } = await people.stranger();
    await page.goto('/login');
    await askForLink(page, email);
    const old = await signInLink(email);
    const after = new Date();
    await context.request.post('/api/login/magic-link/send', { data: { email } });
    const newer = await signInLink(email, after);

    await page.goto(old);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/welcome$/);

    const { page: other } = await people.stranger();
    await other.goto(newer);
    await expect(other.getByRole('alert')).toContainText('you signed in with another one');
    await other.getByRole('link', { name: 'Send a new link' }).click();
    await expect(other.getByLabel('E-mail')).toBeVisible();
  });
});

test.describe('the session', () => {
  test('ends with signing out: the token is void and local storage is empty', async ({ people }) => {
    const visitor = await people.visitor();
    const project = await people.project(visitor);
    const { page } = visitor;
    await page.goto('/overview');
    await expect(page).toHaveURL(`/overview?p_id=${project.project_id}`);
    await page.getByRole('button', { name: 'Asha Rao, account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await stored(page)).toEqual({});
    // The page does not wait for the server to be told.
    await expect(async () => {
      const refusal = await refusalOf(visitor.call(verifyUser, {}));
      expect(refusal).toMatchObject({ status: 401, code: 'not_signed_in' });
    }).toPass();
    await page.goto('/account');
    await expect(page).toHaveURL(/\/login\?return_to=/);
  });

  test('without a token, loading the page clears local storage', async ({ people }) => {
    const { page } = await people.stranger();
    await page.goto('/login');
    await page.evaluate(() => {
      localStorage.setItem('user', '{"email":"old@kite.example"}');
      localStorage.setItem('leftover', 'x');
    });
    await page.reload();
    await expect(page.getByLabel('E-mail')).toBeVisible();
    expect(await stored(page)).toEqual({});
  });

  test('starts from the stored person and takes over what the server says', async ({ people }) => {
    const visitor = await people.visitor();
    await people.project(visitor);
    const { page } = visitor;
    const me = (name: string): Locator => page.getByRole('button', { name: `${name}, account menu` });
    await page.goto('/overview');
    await expect(me('Asha Rao')).toBeVisible();

    await visitor.call(updateUser, { body: { first_name: 'Asha Devi' } });
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route('**/api/user/verify', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await expect(me('Asha Rao')).toBeVisible();
    letThrough();
    await expect(me('Asha Devi Rao')).toBeVisible();
    expect(JSON.parse((await stored(page)).user ?? '')).toMatchObject({ first_name: 'Asha Devi' });
  });

  test('that was ended elsewhere leads to the sign-in and back to the same place', async ({ people }) => {
    const visitor = await people.visitor();
    const { page, email } = visitor;
    const { project_id } = await people.project(visitor);
    await page.goto(`/settings/general?p_id=${project_id}`);
    await expect(page.getByLabel('Name')).toBeVisible();

    const elsewhere = await people.visitor({ email, named: false });
    const sessions = await elsewhere.call(listSessions, {});
    for (const { id } of sessions.filter(({ current }) => !current)) {
      await elsewhere.call(revokeSession, { query: { session_id: id } });
    }
    const settings = page.getByRole('navigation', { name: 'Settings' });
    await settings.getByRole('link', { name: 'Members' }).click();
    await expect(page.getByText('You were signed out', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/login\?return_to=/);
    expect(new URL(page.url()).searchParams.get('return_to')).toBe(`/settings/members?p_id=${project_id}`);
    expect(await stored(page)).toEqual({});

    const after = new Date();
    await askForLink(page, email);
    await page.goto(await signInLink(email, after));
    await expect(page).toHaveURL(`/settings/members?p_id=${project_id}`);
    await expect(page.getByRole('heading', { name: '1 member' })).toBeVisible();
  });
});

test('a visitor who would rather talk reaches the operator by the form for a call', async ({ people }) => {
  const { page } = await people.stranger();
  // Digits only would be a phone number, which mails leave out of names.
  const name = `Ravi ${Date.now().toString(36)}`;
  await page.goto('/login');
  await page.getByRole('button', { name: 'Ask for a call' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for a call' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Phone').fill('+91 98765 43210');
  await dialog.getByLabel('What is it about?').fill('How do we measure two apps?');
  await dialog.getByRole('button', { name: 'Ask for a call' }).click();
  await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription('This is not an e-mail address.');
  await expect(dialog.getByLabel('Name')).toHaveValue(name);

  await dialog.getByLabel('E-mail').fill('ravi@kite.example');
  await dialog.getByRole('button', { name: 'Ask for a call' }).click();
  await expect(page.getByText('Thank you, we have it', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  const mail = await mailTo('operator@kite.example', { subject: new RegExp(`^${name} asks for a call$`) });
  for (const word of ['ravi@kite.example', '+91 98765 43210', 'How do we measure two apps?']) {
    expect(mail.text).toContain(word);
  }
});

test.describe('without any configuration', () => {
  const terminal = async () => await readFile(readEnvironment().bareTerminal, 'utf8');
  /** The last link that was printed after these words. */
  const printedAfter = async (words: string): Promise<string> => {
    let link: string | undefined;
    const look = async () => {
      const text = await terminal();
      const printed = text.includes(words) ? text.slice(text.lastIndexOf(words)) : '';
      link = /http\S+\/login\/verify#token=[\w-]{20,}(?=\s)/.exec(printed)?.[0];
      return link;
    };
    await expect.poll(look).toBeDefined();
    return link ?? '';
  };

  test('the printed link signs the local owner in, and later links are printed too', async ({ people }) => {
    const { page } = await people.stranger({ baseURL: readEnvironment().bareUrl });
    const email = freshEmail();
    await page.goto('/login');
    await test.step('the screen says where the first link is, and offers nothing that cannot work', async () => {
      await expect(page.getByText('No account yet')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Continue with Google' })).toBeHidden();
      await expect(page.getByLabel('E-mail')).toBeHidden();
      await expect(page.getByRole('button', { name: 'Ask for a call' })).toBeHidden();
    });
    await page.goto(await printedAfter('Sign in (once'));
    await expect(page.getByText('This is the link from your terminal.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sign in as owner@localhost?' })).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();

    await expect(page.getByRole('heading', { name: 'Welcome to Trailmark' })).toBeVisible();
    await expectArrived(page, 'owner@localhost');
    await page.getByLabel('First name').fill('Asha');
    await page.getByLabel('E-mail').fill('asha@gmail.com');
    await expect(page.getByText('Use your work e-mail')).toBeVisible();
    await page.getByLabel('E-mail').fill(email);
    await expect(page.getByText('Use your work e-mail')).toBeHidden();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'What do you measure?' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();

    const unknown = freshEmail();
    await askForLink(page, unknown);
    await expect(page.getByRole('heading', { name: 'Look at the terminal' })).toBeVisible();
    const sameForAll = await sentNote(page).innerText();
    await page.getByRole('button', { name: 'Use another address' }).click();
    await askForLink(page, email);
    await expect(page.getByRole('heading', { name: 'Look at the terminal' })).toBeVisible();
    expect((await sentNote(page).innerText()).replace(email, unknown)).toBe(sameForAll);
    await page.goto(await printedAfter(`Mail to ${email}: Your sign-in link`));
    await expect(page).toHaveURL(/\/welcome$/);
    await expectArrived(page, email);
    expect(await terminal()).not.toContain(`Mail to ${unknown}`);
  });
});
