import { mayEnter } from '../../access/enter.ts';
import { job } from '../../jobs/runner.ts';
import { LINK_MINUTES, type SignInLink } from './send-magic-link.ts';

export const sendSignInLink = job('send-sign-in-link', async (kit, payload) => {
  const { email, token } = kit.secrets.open('jobs', payload.sealed) as SignInLink;
  if (!(await mayEnter(kit, email))) return;
  await kit.mail.send(email, {
    subject: 'Your sign-in link for Trailmark',
    heading: 'Sign in to Trailmark',
    paragraphs: [`The link works once, for ${LINK_MINUTES} minutes.`],
    // In the fragment: it reaches neither server logs nor mail scanners that only fetch.
    button: { label: 'Sign in', url: `${kit.publicUrl}/login/verify#token=${token}` },
    footnote:
      'You get this mail because somebody asked to sign in with this address. If it was not you, ignore it.',
  });
});
