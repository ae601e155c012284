import { integerParam, optionalParam, textParam } from '../../address/address-params.ts';
import type { AddressSchema } from '../../address/address-state.ts';

/** Which install of a person is shown, and which decision about it; null for the newest. */
interface PersonView {
  install: string | null;
  revision: number | null;
}

export const DEFAULT_PERSON_VIEW: PersonView = { install: null, revision: null };

export const PERSON_VIEW: AddressSchema<PersonView> = {
  install: optionalParam('install', textParam('install', 100)),
  revision: optionalParam('revision', integerParam('revision', { min: 1, max: Number.MAX_SAFE_INTEGER })),
};
