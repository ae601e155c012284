import { SKAN_FRAMEWORKS, SKAN_VERDICTS } from '@trailmark/contract/skan-postbacks';
import { choiceParam, nameParam, optionalParam } from '../../../address/address-params.ts';
import type { AddressSchema } from '../../../address/address-state.ts';
import { SKAN_WINDOWS } from '../skan-view.ts';

export const COUNTS = ['true', 'false'] as const;

/** Which postbacks are listed, and which one is open. */
export interface PostbacksView {
  verdict: (typeof SKAN_VERDICTS)[number] | null;
  counted: (typeof COUNTS)[number] | null;
  framework: (typeof SKAN_FRAMEWORKS)[number] | null;
  window: (typeof SKAN_WINDOWS)[number] | null;
  open: string | null;
}

export const ALL_POSTBACKS: PostbacksView = {
  verdict: null,
  counted: null,
  framework: null,
  window: null,
  open: null,
};

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** The router reads "true" as a value of its own. */
const counted: AddressSchema<PostbacksView>['counted'] = {
  read: (search) => COUNTS.find((value) => value === String(search.counted)),
  write: (value) => ({ counted: value ?? undefined }),
};

export const POSTBACKS_VIEW: AddressSchema<PostbacksView> = {
  verdict: optionalParam('verdict', choiceParam('verdict', SKAN_VERDICTS)),
  counted,
  framework: optionalParam('framework', choiceParam('framework', SKAN_FRAMEWORKS)),
  window: {
    read: (search) => SKAN_WINDOWS.find((value) => value === String(search.window)),
    write: (value) => ({ window: value ?? undefined }),
  },
  open: optionalParam('postback', nameParam('postback', isUuid)),
};

export const isNarrowed = ({ open: _, ...filters }: PostbacksView): boolean =>
  Object.values(filters).some((value) => value !== null);
