import type { InstallSources, StoreReferrer } from './native-module.ts';

type DeviceData = Record<string, unknown>;

/** The apps that install others. */
const INSTALLERS: Record<string, StoreReferrer['store']> = {
  'com.android.vending': 'google',
  'com.sec.android.app.samsungapps': 'samsung',
  'com.huawei.appmarket': 'huawei',
  'com.xiaomi.mipicks': 'xiaomi',
  'com.xiaomi.market': 'xiaomi',
};

/** The referrer of the store that installed the app; else Google's, which most phones have; else any. */
export function pickReferrer(referrers: StoreReferrer[], installer: unknown): StoreReferrer | null {
  const known = referrers.filter(({ state, referrer }) => state === 'ok' && referrer);
  const store = INSTALLERS[String(installer)] ?? 'google';
  return (
    known.find((one) => one.store === store) ??
    known.find((one) => one.store === 'google') ??
    known[0] ??
    null
  );
}

/** Whether asking again could say more. */
export const isWorthAskingAgain = ({ referrers = [] }: InstallSources): boolean =>
  referrers.some(({ store, state }) => store === 'google' && state === 'unavailable');

const referrerFields = (picked: StoreReferrer): DeviceData => ({
  install_ref: picked.referrer,
  install_ref_store: picked.store,
  referrer_click_timestamp_server_seconds: picked.click_server_seconds,
  install_begin_timestamp_server_seconds: picked.begin_server_seconds,
  referrer_click_timestamp_seconds: picked.click_seconds,
  install_begin_timestamp_seconds: picked.begin_seconds,
  install_version: picked.install_version,
  google_play_instant: picked.google_play_instant,
});

/** What the first open says about the install, by the names of `device_data`. */
export function installFields(sources: InstallSources, device: DeviceData): DeviceData {
  const picked = pickReferrer(sources.referrers ?? [], device.installer_package);
  return {
    ...(picked ? referrerFields(picked) : {}),
    ...(sources.meta ? { meta_install_ref: sources.meta } : {}),
    ...(sources.adServicesToken ? { adservices_attribution_token: sources.adServicesToken } : {}),
  };
}
