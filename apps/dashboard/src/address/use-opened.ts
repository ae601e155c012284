import { nameParam } from './address-params.ts';
import { useAddressState } from './use-address-state.ts';

const OPEN = { open: nameParam('open', (name) => /^[a-z-]{1,30}$/.test(name)) };
const NOTHING = { open: '' };

/** Whether a dialog of the screen is open, which an address may ask for: "?open=invite". */
export function useOpened(name: string): [boolean, (isOpen: boolean) => void] {
  const [{ open }, change] = useAddressState(OPEN, NOTHING, { replace: () => true });
  return [open === name, (isOpen) => change({ open: isOpen ? name : '' })];
}
