/** History reaches back so far. */
export const DAYS = 30;

/** The project that reports are asked about. */
export interface ReportWorld {
  projectId: string;
  campaigns: { id: string; linkId: string; network: string }[];
  timezone: string;
}
