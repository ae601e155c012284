/** Closes the palette, then acts. */
export type Choose = (act: () => void) => () => void;

/** What the items of a group are given. */
export interface ItemsProps {
  query: string;
  choose: Choose;
}
