import { defaultParseSearch } from '@tanstack/react-router';
import { listCampaigns } from '@trailmark/contract/campaign-report';
import type { Project } from '@trailmark/contract/projects';
import { getStats } from '@trailmark/contract/stats';
import { readAddress } from '../../address/address-state.ts';
import { callEarly } from '../../api/client.ts';
import { peekEarly } from '../../api/early-answers.ts';
import { projectUrl } from '../../api/early-urls.ts';
import { todayIn } from '../../report/calendar-day.ts';
import { filterQuery, NO_FILTER, REPORT_FILTER } from '../../report/report-filter.ts';
import { DEFAULT_RANGE, RANGE, rangeOf } from '../../report/report-range.ts';
import { statsInput, topCampaignsInput } from './overview-query.ts';
import { isUntouched } from './setup-steps.ts';

/** Asks for the numbers as soon as the project's zone says of which days: the frame around them is drawn meanwhile. */
export async function askReportEarly(projectId: string): Promise<void> {
  const [project] = ((await peekEarly(projectUrl(projectId))) ?? []) as Project[];
  if (project?.project_id !== projectId || isUntouched(project.setup)) return;
  const search = defaultParseSearch(location.search);
  const range = rangeOf(readAddress(RANGE, DEFAULT_RANGE, search), todayIn(project.timezone, new Date()));
  const { from, to, compare } = range;
  const report = { project_id: projectId, from, to, compare };
  const { platform } = project;
  const filter = filterQuery(readAddress(REPORT_FILTER, NO_FILTER, search));
  callEarly(getStats, statsInput({ ...report, ...filter }, platform));
  callEarly(listCampaigns, topCampaignsInput(report, { platform, filter }));
}
