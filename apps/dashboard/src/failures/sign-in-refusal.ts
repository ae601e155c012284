interface Refusal {
  title: string;
  text: string;
}

const REFUSALS: Record<string, Refusal> = {
  access_denied: {
    title: 'Google did not sign you in',
    text: 'The sign-in was cancelled, or your company does not allow it. Try again, or use a link by e-mail.',
  },
  not_verified: {
    title: 'Google has not verified your address',
    text: 'Verify the e-mail address of your Google account, or use a link by e-mail.',
  },
  signup_closed: {
    title: 'There is no account for this address yet',
    text: 'New people join by invitation here. Ask an owner or admin of your project to invite you.',
  },
};

const FAILED: Refusal = {
  title: 'Signing in with Google did not work',
  text: 'Please try again. If it happens again, use a link by e-mail.',
};

/** What to show to a person who was sent back with an error; null without one. */
export function signInRefusal(error: string | null): Refusal | null {
  if (!error) return null;
  return REFUSALS[error] ?? FAILED;
}
