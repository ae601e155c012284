/** Postbacks that count and agree in everything that a report adds up, and how many they are. */
export interface PostbackCell {
  /** Of the dimension that they are grouped by. */
  key: string;
  sequence: number;
  /** Versions without winners have winners only. */
  won: boolean;
  conversionType: 'download' | 'redownload' | 're-engagement' | null;
  /** Before version 4 there are neither windows nor tiers. */
  isEarly: boolean;
  /** Of the source identifier; 0 where there is none. */
  digits: number;
  hasSource: boolean;
  fine: number | null;
  coarse: 'low' | 'medium' | 'high' | null;
  /** How many activations of schemas were before the install, or before its window ended; 0: none had been yet. */
  activation: number;
  count: number;
}

/** A conversion by an ad: a non-winning postback tells of one that was another network's. */
export const isWinningFirst = ({ sequence, won }: PostbackCell): boolean => sequence === 0 && won;

/** The crowd was too small for any value. That is not the value 0. */
export const hasNoValue = ({ fine, coarse }: PostbackCell): boolean => fine === null && coarse === null;
