import { zodResolver } from '@hookform/resolvers/zod';
import type { ToolSettings } from '@trailmark/contract/analytics-tools';
import { z } from 'zod';

/** What is called otherwise in the tool. */
export interface RenameRow {
  ours: string;
  theirs: string;
}

/** What is sent and under which names, as the form holds it. */
export interface SettingsValues {
  events: string[] | null;
  event_names: RenameRow[];
  property_names: RenameRow[];
}

const MOST_ROWS = 500;
const MOST_LETTERS = 256;

const Row = z.object({
  ours: z.string().trim().max(MOST_LETTERS, `is longer than ${MOST_LETTERS} characters`),
  theirs: z.string().trim().max(MOST_LETTERS, `is longer than ${MOST_LETTERS} characters`),
});

/** A row that is empty is none; one that is half filled in is a mistake, and so is the same name twice. */
const Rows = z
  .array(Row)
  .max(MOST_ROWS, `has more than ${MOST_ROWS} entries`)
  .superRefine((rows, context) => {
    const add = (at: number, name: keyof RenameRow, message: string) =>
      context.addIssue({ code: 'custom', path: [at, name], message });
    for (const [at, { ours, theirs }] of rows.entries()) {
      if (ours === '' && theirs !== '') add(at, 'ours', 'is required');
      if (theirs === '' && ours !== '') add(at, 'theirs', 'is required');
      const isTwice = ours !== '' && rows.findIndex((row) => row.ours === ours) < at;
      if (isTwice) add(at, 'ours', 'is renamed above already');
    }
  });

const Settings = z.object({
  events: z.array(z.string()).min(1, 'Choose at least one, or all.').nullable(),
  event_names: Rows,
  property_names: Rows,
});

export const settingsResolver = zodResolver<SettingsValues, unknown, SettingsValues>(Settings);

const rowsOf = (names: Record<string, string>): RenameRow[] =>
  Object.entries(names).map(([ours, theirs]) => ({ ours, theirs }));

export function settingsValues(settings: ToolSettings): SettingsValues {
  return {
    events: settings.events,
    event_names: rowsOf(settings.event_names),
    property_names: rowsOf(settings.property_names),
  };
}

const namesOf = (rows: readonly RenameRow[]): Record<string, string> =>
  Object.fromEntries(
    rows.map(({ ours, theirs }) => [ours.trim(), theirs.trim()]).filter(([ours, theirs]) => ours && theirs),
  );

/** As the calls take it; rows that are not filled in yet are left out. */
export function settingsBody({ events, event_names, property_names }: SettingsValues) {
  return { events, event_names: namesOf(event_names), property_names: namesOf(property_names) };
}
