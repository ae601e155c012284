/** History reaches back so far. */
export const DAYS = 30;

/** The project whose reports are measured. */
export interface BenchProject {
  projectId: string;
  campaigns: { id: string; linkId: string; network: string }[];
  timezone: string;
}
