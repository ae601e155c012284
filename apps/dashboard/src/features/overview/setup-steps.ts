import type { LinkProps } from '@tanstack/react-router';
import type { Permission } from '@trailmark/contract/permissions';
import type { SetupStep } from '@trailmark/contract/projects';

export interface StepWords {
  title: string;
  /** Why it matters. */
  text: string;
  /** Said while the server waits for something from outside. */
  awaits?: string;
  /** What leads there; the first step is done by having a project at all. */
  action?: { label: string; to: LinkProps['to'] & string; permission: Permission };
}

export const STEP_WORDS: Record<SetupStep['step'], StepWords> = {
  project_made: {
    title: 'Create a project',
    text: 'One app or website, with its own members, keys and reports.',
  },
  address_given: {
    title: 'Add its address',
    text: 'Your website or store page, where links lead by default.',
    action: { label: 'Add the address', to: '/settings/general', permission: 'settings.edit' },
  },
  sdk_seen: {
    title: 'Add the SDK',
    text: 'The app needs only the token of this project. Its first open appears here.',
    awaits: 'Listening for the SDK…',
    action: { label: 'Set up the SDK', to: '/sdk', permission: 'connections.see' },
  },
  first_click: {
    title: 'First click',
    text: 'Create a campaign and click its short link yourself.',
    awaits: 'Listening for a click…',
    action: { label: 'Create a campaign', to: '/campaigns/new', permission: 'campaigns.edit' },
  },
  first_install: {
    title: 'First install',
    text: 'Open the app after the click: it is attributed at once.',
    awaits: 'Listening for an install…',
    action: { label: 'Watch live', to: '/live', permission: 'reports.see' },
  },
  first_event: {
    title: 'First event',
    text: 'Sent by the app, by your servers, or by the test command on the live page.',
    awaits: 'Listening for an event…',
    action: { label: 'Send a test event', to: '/live', permission: 'reports.see' },
  },
  network_connected: {
    title: 'Connect a network',
    text: 'Meta, Google and TikTok learn which installs and purchases their ads brought.',
    action: { label: 'Connect a network', to: '/integrations', permission: 'connections.edit' },
  },
  colleague_invited: {
    title: 'Invite a colleague',
    text: 'Marketing, analysis, engineering: each with the role they need.',
    action: { label: 'Invite', to: '/settings/members', permission: 'members.edit' },
  },
  key_generated: {
    title: 'Generate a private key',
    text: 'Your own servers sign their requests with it. It is shown once.',
    action: { label: 'Generate a key', to: '/settings/keys', permission: 'connections.edit' },
  },
};

/** How far the setup is. */
export function setupProgress(steps: readonly SetupStep[]): {
  done: number;
  total: number;
  finished: boolean;
} {
  const done = steps.filter((step) => step.done).length;
  return { done, total: steps.length, finished: steps.length > 0 && done === steps.length };
}

/** Whether something from outside is waited for: then it is worth looking again and again. */
export function isAwaiting(steps: readonly SetupStep[]): boolean {
  return steps.some(({ step, done }) => !done && STEP_WORDS[step].awaits !== undefined);
}
