import type { Permission } from '@trailmark/contract/permissions';
import type { SetupStep } from '@trailmark/contract/projects';

export interface StepWords {
  title: string;
  /** Why it matters. */
  text: string;
  /** What leads there; the first step is done by having a project at all. */
  action?: { label: string; to: `/${string}`; permission: Permission };
}

export const STEP_WORDS: Record<SetupStep['step'], StepWords> = {
  project_made: {
    title: 'Make a project',
    text: 'One app or website, with its own members, keys and reports.',
  },
  address_given: {
    title: 'Say where it lives',
    text: 'A website or a store link tells links and previews what is being measured.',
    action: { label: 'Add the address', to: '/settings/general', permission: 'settings.edit' },
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
