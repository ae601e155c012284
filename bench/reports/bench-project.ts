/** A report is about so many days, and compared with as many before. */
export const DAYS = 30;
/** History reaches back so far. */
export const HISTORY_DAYS = 2 * DAYS;

/** The project whose reports are measured. */
export interface BenchProject {
  projectId: string;
  campaigns: { id: string; linkId: string; network: string }[];
  timezone: string;
}
