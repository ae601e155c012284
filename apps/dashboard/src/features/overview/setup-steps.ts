import type { LinkProps } from '@tanstack/react-router';
import type { Permission } from '@trailmark/contract/permissions';
import { type ProjectWords, withArticle } from '@trailmark/contract/project-words';
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

const STEPS: Record<Exclude<SetupStep['step'], ProductStep>, StepWords> = {
  project_made: {
    title: 'Create a project',
    text: 'One app or website, with its own members, keys and reports.',
  },
  address_given: {
    title: 'Add its address',
    text: 'Your website or store page, where links lead by default.',
    action: { label: 'Add the address', to: '/settings/general', permission: 'settings.edit' },
  },
  first_click: {
    title: 'First click',
    text: 'Create a campaign and click its short link yourself.',
    awaits: 'Listening for a click…',
    action: { label: 'Create a campaign', to: '/campaigns/new', permission: 'campaigns.edit' },
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

/** Steps that say what a project measures. */
type ProductStep = 'sdk_seen' | 'first_install' | 'first_event' | 'network_connected';

function productSteps(words: ProjectWords): Record<ProductStep, StepWords> {
  const { product, install, newInstalls, firstOpen } = words;
  return {
    sdk_seen: {
      title: 'Add the SDK',
      text: `Follow a guide, which has your token filled in. The ${firstOpen} appears here.`,
      awaits: 'Listening for the SDK…',
      action: { label: 'Set up the SDK', to: '/sdk', permission: 'connections.see' },
    },
    first_install: {
      title: `First ${install}`,
      text: `Open the ${product} after the click: it is attributed at once.`,
      awaits: `Listening for ${withArticle(install)}…`,
      action: { label: 'Watch live', to: '/live', permission: 'reports.see' },
    },
    first_event: {
      title: 'First event',
      text: `Sent by the ${product}, by your servers, or by the test command on the live page.`,
      awaits: 'Listening for an event…',
      action: { label: 'Send a test event', to: '/live', permission: 'reports.see' },
    },
    network_connected: {
      title: 'Connect a network',
      text: `Meta, Google and TikTok learn which ${newInstalls} and purchases their ads brought.`,
      action: { label: 'Connect a network', to: '/integrations', permission: 'connections.edit' },
    },
  };
}

/** A step in the words of the project. */
export function stepWords(step: SetupStep['step'], words: ProjectWords): StepWords {
  return { ...STEPS, ...productSteps(words) }[step];
}

/** Steps that are done by something from outside. */
const AWAITED: readonly SetupStep['step'][] = ['sdk_seen', 'first_click', 'first_install', 'first_event'];

const MEASURED: readonly SetupStep['step'][] = [...AWAITED, 'network_connected'];

/** Whether there is nothing yet that a report could show. */
export function isUntouched(steps: readonly SetupStep[]): boolean {
  return steps.length > 0 && !steps.some(({ step, done }) => done && MEASURED.includes(step));
}

/** How far the setup is. */
export function setupProgress(steps: readonly SetupStep[]): {
  done: number;
  total: number;
  finished: boolean;
} {
  const done = steps.filter((step) => step.done).length;
  return { done, total: steps.length, finished: steps.length > 0 && done === steps.length };
}

/** The next step that waits for something from outside: while there is one it is worth looking again and again. */
export function awaitedStep(steps: readonly SetupStep[]): SetupStep | undefined {
  return steps.find(({ step, done }) => !done && AWAITED.includes(step));
}
