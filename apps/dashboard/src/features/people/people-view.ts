import { addressText } from '../../address/address-text.ts';
import {
  filterAsked,
  NO_FILTER,
  type ReportFilter,
  readReportFilter,
  writeReportFilter,
} from '../../report/report-filter.ts';

/** Which people are listed, as the address says. */
export interface PeopleView extends ReportFilter {
  search: string;
  /** Only those with a plausibility finding. */
  suspicious: boolean;
}

export const NO_PEOPLE_FILTERS: PeopleView = { ...NO_FILTER, search: '', suspicious: false };

/** Whatever makes no sense in an address is not there. */
export function readPeopleView(address: Record<string, unknown>): PeopleView {
  return {
    ...readReportFilter(address),
    search: addressText(address.q, 256),
    suspicious: address.suspicious === true || address.suspicious === 1,
  };
}

/** As it stands in the address, where the usual is left out. */
export function writePeopleView(view: PeopleView) {
  return {
    ...writeReportFilter(view),
    q: view.search || undefined,
    suspicious: view.suspicious || undefined,
  };
}

/** As the call takes it. */
export function peopleAsked(view: PeopleView) {
  return {
    ...filterAsked(view),
    search: view.search || undefined,
    suspicious: view.suspicious ? 'true' : undefined,
  };
}

export function isPeopleFiltered(view: PeopleView): boolean {
  return Object.values(writePeopleView(view)).some((value) => value !== undefined);
}
