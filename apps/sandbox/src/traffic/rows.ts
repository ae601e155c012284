/** The history that is imported, as it goes over the wire. */

export interface TouchRow {
  id: string;
  slug: string;
  country: string;
  platform: 'ANDROID' | 'IOS';
  advertising_id?: string;
}
export interface ClickRow extends TouchRow {
  clicked_at: string;
}
export interface ViewRow extends TouchRow {
  viewed_at: string;
}

export interface InstallRow {
  install_instance_id: string;
  installed_at: string;
  platform: 'ANDROID' | 'IOS';
  country: string;
  kind: 'install' | 'reinstall';
  slug?: string;
  match_type: 'click_id' | 'device_id' | 'probabilistic' | 'view' | 'organic';
  touched_at?: string;
  user_id?: string;
  advertising_id?: string;
  vendor_id: string;
  os_version: string;
  model: string;
  language: string;
  app_version: string;
}

export interface SignupRow {
  install_instance_id: string;
  user_id: string;
  occurred_at: string;
  name: string;
  email: string;
}

export interface EventRow {
  install_instance_id: string;
  event_name: string;
  event_id: string;
  occurred_at: string;
  event_data?: Record<string, string | number>;
}

export interface PaymentRow {
  install_instance_id: string;
  user_id: string;
  payment_id: string;
  amount: string;
  currency: 'INR' | 'USD';
  type: 'FIRST_PAYMENT' | 'DEFAULT';
  status: 'PAYMENT_COMPLETED' | 'PAYMENT_FAILED';
  occurred_at: string;
  event_data: Record<string, string | number>;
}

/** A payment that is given back. */
export interface RefundRow {
  payment_id: string;
  occurred_at: string;
}

export interface HistoryRows {
  clicks: ClickRow[];
  impressions: ViewRow[];
  installs: InstallRow[];
  signups: SignupRow[];
  events: EventRow[];
  payments: PaymentRow[];
  refunds: RefundRow[];
  /** Events of phones that were offline: sent after everything else. */
  late: EventRow[];
}

export const noRows = (): HistoryRows => ({
  clicks: [],
  impressions: [],
  installs: [],
  signups: [],
  events: [],
  payments: [],
  refunds: [],
  late: [],
});
