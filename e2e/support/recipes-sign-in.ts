import { expect } from '@playwright/test';
import { inviteMembers } from '@trailmark/contract/members';
import { sendMagicLink } from '@trailmark/contract/sign-in';
import {
  newAddress,
  newcomer,
  opened,
  page,
  type Recipe,
  refusedCall,
  type ScreenFixture,
} from './recipe.ts';
import { inviteLink, signInLink } from './sandbox.ts';

/** Before anybody is known, and just after. */
export const SIGN_IN: Record<string, Recipe[]> = {
  '/login': [
    { name: 'login', who: 'nobody', open: page('/login', 'Continue with Google') },
    {
      name: 'login-sent',
      who: 'nobody',
      open: async (fixture) => {
        await page('/login', 'Send a sign-in link')(fixture);
        await fixture.page.getByLabel('E-mail').fill(newAddress());
        await fixture.page.keyboard.press('Enter');
        await expect(fixture.page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
      },
    },
    {
      name: 'login-refused',
      who: 'nobody',
      open: page('/login?error=not_verified', 'Google has not verified your address'),
    },
    { name: 'login-call-me', who: 'nobody', open: opened('/login', 'Ask for a call', 'Ask for a call') },
  ],
  '/login/verify': [
    {
      name: 'verify-confirm',
      who: 'nobody',
      open: async ({ page, rich }) => {
        const email = newAddress();
        await rich.people.owner.call(sendMagicLink, { body: { email } });
        await page.goto(await signInLink(email));
        await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
      },
    },
    {
      name: 'verify-spent',
      who: 'nobody',
      open: page(`/login/verify#token=${'x'.repeat(43)}`, 'This link no longer works'),
      expected: refusedCall,
    },
  ],
  '/login/callback': [
    {
      name: 'callback-spent',
      who: 'nobody',
      open: page(`/login/callback#code=${'x'.repeat(43)}`, /took too long|in time/),
      expected: refusedCall,
    },
  ],
  '/invite': [
    {
      name: 'invite',
      who: 'nobody',
      open: async (fixture) => {
        await openInvite(fixture);
        await expect(fixture.page.getByRole('button', { name: 'Accept and join' })).toBeVisible();
      },
    },
    {
      name: 'invite-of-another',
      who: 'member',
      open: async (fixture) => {
        await openInvite(fixture);
        await expect(fixture.page.getByText(fixture.rich.people.member.email).first()).toBeVisible();
      },
    },
  ],
  '/welcome': [
    { name: 'welcome-who', who: newcomer(false, 'gmail.com'), open: page('/welcome', 'Step 1 of 2') },
    { name: 'welcome-project', who: newcomer(true), open: page('/welcome', 'Step 2 of 2') },
  ],
};

async function openInvite({ page, rich }: ScreenFixture): Promise<void> {
  const email = newAddress();
  const { project_id } = rich.second;
  await rich.people.owner.call(inviteMembers, { body: { project_id, emails: [email], role: 'viewer' } });
  await page.goto(await inviteLink(email));
}
