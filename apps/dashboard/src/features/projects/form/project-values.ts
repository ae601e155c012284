import { zodResolver } from '@hookform/resolvers/zod';
import { type Platform, type Project, ProjectChange, ProjectForm } from '@trailmark/contract/projects';
import { type AttributionWindows, DEFAULT_WINDOWS } from '@trailmark/contract/windows';
import { z } from 'zod';
import { withScheme } from '../../../ui/with-scheme.ts';
import { type CountingValues, completedCounting, countingOf } from '../settings/settings-values.ts';

/** What the forms of a project hold; a new project leaves the windows, and how it counts, as they are. */
export interface ProjectValues extends Partial<CountingValues> {
  name: string;
  platform: Platform;
  website: string;
  app_store_link: string;
  play_store_link: string;
  currency: string;
  timezone: string;
  windows: AttributionWindows;
}

const Change = ProjectChange.omit({ project_id: true });

export type NewProject = z.output<typeof ProjectForm>;
export type ChangedProject = z.output<typeof Change>;

function completed(values: ProjectValues) {
  return {
    ...values,
    ...completedCounting(values),
    website: withScheme(values.website),
    app_store_link: withScheme(values.app_store_link),
    play_store_link: withScheme(values.play_store_link),
  };
}

const typed = z.custom<ProjectValues>();

export const newProjectResolver = zodResolver(
  typed.transform((values): z.input<typeof ProjectForm> => completed(values)).pipe(ProjectForm),
);
export const changedProjectResolver = zodResolver(
  typed.transform((values) => completed(values) as z.input<typeof Change>).pipe(Change),
);

/** The part of a change that one screen saves. */
export function pickFields(
  change: ChangedProject,
  fields: readonly (keyof ChangedProject)[],
): ChangedProject {
  const entries = Object.entries(change).filter(([name]) => fields.includes(name as keyof ChangedProject));
  return Object.fromEntries(entries) as ChangedProject;
}

export function valuesOf(project: Project): ProjectValues {
  const { name, platform, currency, timezone } = project;
  return {
    name,
    platform,
    currency,
    timezone,
    website: project.website ?? '',
    app_store_link: project.app_store_link ?? '',
    play_store_link: project.play_store_link ?? '',
    windows: project.windows ?? DEFAULT_WINDOWS,
    ...countingOf(project),
  };
}

/** The rules of attribution as they are typed, of one screen; null where they are not valid. */
export function triedRules(
  values: ProjectValues,
  fields: readonly (keyof ChangedProject)[],
): Pick<ChangedProject, 'windows' | 'network_windows' | 'plausibility'> | null {
  const Rules = Change.pick({ windows: true, network_windows: true, plausibility: true });
  const { data } = Rules.safeParse({ windows: values.windows, ...completedCounting(values) });
  return data ? pickFields(data, fields) : null;
}
