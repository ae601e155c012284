import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type AddressSchema, changeAddress, readAddress } from './address-state.ts';

interface AddressStateOptions<State> {
  /** Whether a change replaces the entry of the history: each letter of a search is not a page of its own. */
  replace?: (change: Partial<State>) => boolean;
  /** Whether the page scrolls to its top after a change. */
  resetScroll?: boolean;
}

/** State that is kept in the address, so that it can be shared and the back button undoes a change. */
export function useAddressState<State extends object>(
  schema: AddressSchema<State>,
  defaults: State,
  { replace = () => false, resetScroll = false }: AddressStateOptions<State> = {},
): [State, (change: Partial<State>) => void] {
  const navigate = useNavigate();
  // As text, so that the state is a new object only when the address is another: memoised rows compare by it.
  const address = JSON.stringify(useSearch({ strict: false }));
  const state = useMemo(
    () => readAddress(schema, defaults, JSON.parse(address)),
    [schema, defaults, address],
  );
  const change = (next: Partial<State>) =>
    void navigate({
      to: '.',
      search: changeAddress(schema, defaults, next),
      replace: replace(next),
      resetScroll,
    });
  return [state, change];
}
