/** What the native side does: ios/Trailmark.swift and android/…/TrailmarkModule.kt. It reads and stores, and decides nothing. */
export interface NativeTrailmark {
  /** Everything that is stored. */
  loadItems(): Promise<Record<string, string>>;
  /**
   * Stores a text, or removes it with null. Keys that begin with `keychain.` outlive the app on iOS; all others are
   * gone with it, and part of no backup.
   */
  setItem(key: string, value: string | null): Promise<void>;
  /** What is known about the phone, by the names of `device_data`. */
  readDevice(options: { advertisingId: boolean }): Promise<Record<string, unknown>>;
  /** Where the install came from, as stores and systems say it. */
  readInstallSources(options: { metaAppId?: string; pasteboard?: boolean }): Promise<InstallSources>;
  /** For Apple's postbacks; does nothing on Android. */
  updateConversionValue(values: ConversionValue): Promise<void>;
  /** Shows Apple's question and gives the status, 0 to 3; null on Android. */
  requestTracking(): Promise<string | null>;
}

export interface ConversionValue {
  fine: number;
  coarse?: 'low' | 'medium' | 'high';
  lock?: boolean;
}

export interface InstallSources {
  /** Android: one for each store whose library the app has. */
  referrers?: StoreReferrer[];
  /** Android: what Meta's apps know about the install. */
  meta?: MetaReferrer;
  /** iOS: for Apple's attribution of Apple Ads. */
  adServicesToken?: string;
  /** iOS: the text of the pasteboard, if it was asked for and looks like an address. */
  pasteboard?: string;
}

export interface StoreReferrer {
  store: 'google' | 'samsung' | 'huawei' | 'xiaomi';
  /** `unavailable` may be asked again later. */
  state: 'ok' | 'unavailable' | 'unsupported';
  referrer?: string;
  /** By the clock of the store. */
  click_server_seconds?: number;
  begin_server_seconds?: number;
  /** By the clock of the phone. */
  click_seconds?: number;
  begin_seconds?: number;
  install_version?: string;
  google_play_instant?: boolean;
}

export interface MetaReferrer {
  source: 'facebook' | 'instagram' | 'facebook_lite';
  install_referrer: string;
  /** 1: a click; 0: a view. */
  is_ct: number;
  actual_timestamp: number;
}
