import { SKAN_DIMENSIONS, type SkanDayBasis, type SkanDimension } from '@trailmark/contract/skan-report';
import {
  choiceParam,
  choicesParam,
  codesParam,
  nameParam,
  optionalParam,
} from '../../address/address-params.ts';
import type { AddressSchema } from '../../address/address-state.ts';

/** The tabs, in their order. */
export const SKAN_TABS = ['report', 'postbacks', 'schema', 'set-up'] as const;
export type SkanTab = (typeof SKAN_TABS)[number];

export const SKAN_WINDOWS = ['0', '1', '2'] as const;
export const CONVERSION_TYPES = ['download', 'redownload', 're-engagement'] as const;
export const FRAMEWORKS = ['skadnetwork', 'adattributionkit'] as const;
export const DAY_BASES = ['received', 'install'] as const;

/** The state of the SKAN screen and of its report. */
export interface SkanView {
  tab: SkanTab;
  breakdown: SkanDimension;
  dayBasis: SkanDayBasis;
  networks: readonly string[];
  campaign: string | null;
  windows: readonly (typeof SKAN_WINDOWS)[number][];
  conversionTypes: readonly (typeof CONVERSION_TYPES)[number][];
  frameworks: readonly (typeof FRAMEWORKS)[number][];
}

/** What a part of the screen takes that follows its state and changes it. */
export interface SkanViewProps {
  view: SkanView;
  onChange: (change: Partial<SkanView>) => void;
}

export const DEFAULT_SKAN_VIEW: SkanView = {
  tab: 'report',
  breakdown: 'campaign',
  dayBasis: 'received',
  networks: [],
  campaign: null,
  windows: [],
  conversionTypes: [],
  frameworks: [],
};

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
const NETWORK_LENGTH = 80;

export const SKAN_VIEW: AddressSchema<SkanView> = {
  tab: choiceParam('tab', SKAN_TABS),
  breakdown: choiceParam('by', SKAN_DIMENSIONS),
  dayBasis: choiceParam('days', DAY_BASES),
  networks: codesParam('networks', NETWORK_LENGTH),
  campaign: optionalParam('campaign', nameParam('campaign', isUuid)),
  windows: choicesParam('windows', SKAN_WINDOWS),
  conversionTypes: choicesParam('types', CONVERSION_TYPES),
  frameworks: choicesParam('frameworks', FRAMEWORKS),
};

export const NO_SKAN_FILTER = {
  networks: [],
  campaign: null,
  windows: [],
  conversionTypes: [],
  frameworks: [],
} as const satisfies Partial<SkanView>;

export function isFiltered({ networks, campaign, windows, conversionTypes, frameworks }: SkanView): boolean {
  return (
    campaign !== null || [networks, windows, conversionTypes, frameworks].some((list) => list.length > 0)
  );
}
