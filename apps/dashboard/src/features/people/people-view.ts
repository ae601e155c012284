import { flagParam, textParam } from '../../address/address-params.ts';
import type { AddressSchema } from '../../address/address-state.ts';
import { filterQuery, NO_FILTER, REPORT_FILTER, type ReportFilter } from '../../report/report-filter.ts';

/** Which people are listed. */
export interface PeopleView extends ReportFilter {
  search: string;
  /** Only those with a plausibility finding. */
  suspicious: boolean;
}

export const NO_PEOPLE_FILTERS: PeopleView = { ...NO_FILTER, search: '', suspicious: false };

export const PEOPLE_VIEW: AddressSchema<PeopleView> = {
  ...REPORT_FILTER,
  search: textParam('q', 256),
  suspicious: flagParam('suspicious'),
};

/** As the call takes it. */
export function peopleFilterParams(view: PeopleView) {
  return {
    ...filterQuery(view),
    search: view.search || undefined,
    suspicious: view.suspicious ? 'true' : undefined,
  };
}

export function isPeopleFiltered(view: PeopleView): boolean {
  return Object.values(peopleFilterParams(view)).some((value) => value !== undefined);
}
