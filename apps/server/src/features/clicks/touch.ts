/** A click as it is stored and spooled: the columns of the table, in JSON. */
export interface Click {
  project_id: string;
  id: string;
  clicked_at: string;
  link_id: string;
  campaign_id: string;
  network: string;
  platform: string;
  country: string;
  device_key: string;
  ip: string | null;
  user_agent: string | null;
  os_version: string | null;
  model: string | null;
  language: string | null;
  advertising_id: string | null;
  click_ids: Record<string, string> | null;
  params: Record<string, string> | null;
  outcome: string;
  /** Told afterwards: it is counted, and brings nobody. */
  imported?: boolean;
}

/** A view of an ad, likewise. */
export interface View {
  project_id: string;
  id: string;
  viewed_at: string;
  link_id: string;
  campaign_id: string;
  network: string;
  platform: string;
  country: string;
  device_key: string;
  ip: string | null;
  user_agent: string | null;
  advertising_id: string | null;
  params: Record<string, string> | null;
  imported?: boolean;
}

export type Touch = { kind: 'click'; row: Click } | { kind: 'view'; row: View };
