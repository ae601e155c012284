/** The query of an address, as the router has parsed it. */
export type AddressSearch = Record<string, unknown>;

/** One value of a screen and how the address writes it, under one name or several. */
export interface AddressParam<Value> {
  /** Undefined for a value that is missing or makes no sense. */
  read: (search: AddressSearch) => Value | undefined;
  /** Every name is present, so that an old value does not survive. */
  write: (value: Value) => AddressSearch;
}

export type AddressSchema<State> = { readonly [Key in keyof State]: AddressParam<State[Key]> };

const keysOf = <State extends object>(schema: AddressSchema<State>) =>
  Object.keys(schema) as (keyof State & string)[];

/** The state that an address describes; defaults replace what is missing or makes no sense. */
export function readAddress<State extends object>(
  schema: AddressSchema<State>,
  defaults: State,
  search: AddressSearch,
): State {
  const state = { ...defaults };
  for (const key of keysOf(schema)) {
    const value = schema[key].read(search);
    if (value !== undefined) state[key] = value;
  }
  return state;
}

/** The state as it is written in an address; defaults are left out, with undefined under their names. */
export function writeAddress<State extends object>(
  schema: AddressSchema<State>,
  defaults: State,
  state: State,
): AddressSearch {
  const search: AddressSearch = {};
  for (const key of keysOf(schema)) {
    const written = schema[key].write(state[key]);
    const isDefault = JSON.stringify(written) === JSON.stringify(schema[key].write(defaults[key]));
    for (const name of Object.keys(written)) search[name] = isDefault ? undefined : written[name];
  }
  return search;
}

/** A step from one address to the next, for links and for navigation; other names keep their values. */
export function changeAddress<State extends object>(
  schema: AddressSchema<State>,
  defaults: State,
  change: Partial<State>,
): <Search extends AddressSearch>(before: Search) => Search & AddressSearch {
  return (before) => {
    const state = { ...readAddress(schema, defaults, before), ...change };
    return { ...before, ...writeAddress(schema, defaults, state) };
  };
}
