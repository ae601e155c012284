import type { Device } from './device.ts';

/** A phone with the app on it, or about to be: what every call of it carries. Times are in milliseconds. */
export interface Handset {
  device: Device;
  /** The IP address that it has. */
  address: string;
  installId: string;
}

export interface TouchRow {
  /** By which an open names the click that the store hands to it. */
  key: string;
  at: number;
  kind: 'click' | 'view';
  slug: string;
  handset: Handset;
}

/** The first open of an install. */
export interface OpenRow {
  at: number;
  handset: Handset;
  kind: 'install' | 'reinstall';
  /** The link that brought it; null: organic. */
  slug: string | null;
  /** The touch that the store hands to the app; null: none. */
  touchKey: string | null;
  /** When the link was touched. */
  touchedAt: number | null;
}

/** A return by a link that opens the app. */
export interface ReturnRow {
  at: number;
  handset: Handset;
  slug: string;
  touchKey: string;
  url: string;
}

/** A call of an app as it is put into a batch. */
export interface VisitItem {
  call: 'init' | 'session-start' | 'trigger' | 'capture-event' | 'capture-payment';
  at: number;
  body: Record<string, unknown>;
}

/** One use of the app. */
export interface VisitRow {
  /** When the phone sends what it has kept; a phone that was offline sends it later. */
  at: number;
  handset: Handset;
  items: VisitItem[];
}

/** A payment that is given back. */
export interface RefundRow {
  at: number;
  payment_id: string;
}

/** All that happened, each list in its own order. */
export interface HistoryRows {
  touches: TouchRow[];
  opens: OpenRow[];
  returns: ReturnRow[];
  visits: VisitRow[];
  refunds: RefundRow[];
}

export const noRows = (): HistoryRows => ({ touches: [], opens: [], returns: [], visits: [], refunds: [] });

/** What apps have sent of one kind. */
export const itemsOf = ({ visits }: Pick<HistoryRows, 'visits'>, call: VisitItem['call']): VisitItem[] =>
  visits.flatMap(({ items }) => items.filter((item) => item.call === call));
