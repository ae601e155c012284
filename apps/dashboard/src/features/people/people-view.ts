import { flagParam, textParam } from '../../address/address-params.ts';
import type { AddressSchema } from '../../address/address-state.ts';
import { filterAsked, NO_FILTER, REPORT_FILTER, type ReportFilter } from '../../report/report-filter.ts';

/** Which people are listed, as the address says. */
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
export function peopleAsked(view: PeopleView) {
  return {
    ...filterAsked(view),
    search: view.search || undefined,
    suspicious: view.suspicious ? 'true' : undefined,
  };
}

export function isPeopleFiltered(view: PeopleView): boolean {
  return Object.values(peopleAsked(view)).some((value) => value !== undefined);
}
