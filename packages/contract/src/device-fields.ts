/** What `device_data` may hold. Every field is optional; what is not listed is stored as it is sent. */
export interface DeviceField {
  type: 'string' | 'number' | 'boolean' | 'object';
  /** Which systems have it. */
  on: readonly ('android' | 'ios' | 'web')[];
  /** What it is, and what it is used for. */
  about: string;
  example: string | number | boolean | Record<string, string | number | boolean>;
  /** Names that published clients use for the same. */
  also?: readonly string[];
}

const ALL = ['android', 'ios', 'web'] as const;
const APPS = ['android', 'ios'] as const;
const ANDROID = ['android'] as const;
const IOS = ['ios'] as const;
const WEB = ['web'] as const;

export const DEVICE_FIELD_GROUPS: Record<string, Record<string, DeviceField>> = {
  'The device': {
    device_model: {
      type: 'string',
      on: APPS,
      also: ['model', 'device'],
      about:
        'The model: `Build.MODEL` on Android, the identifier such as `iPhone17,3` on iOS. Compared with clicks.',
      example: 'Pixel 8',
    },
    manufacturer: {
      type: 'string',
      on: APPS,
      also: ['brand'],
      about: 'Who made it. `Apple` says that it is iOS where `platform` names a framework.',
      example: 'Google',
    },
    system_version: {
      type: 'string',
      on: ALL,
      also: ['os_version'],
      about: 'The version of the operating system. Compared with clicks.',
      example: '15',
    },
    system_name: {
      type: 'string',
      on: APPS,
      about: 'The name of the operating system. Says which one it is where `platform` names a framework.',
      example: 'Android',
    },
    api_level: { type: 'number', on: ANDROID, about: 'Android’s API level.', example: 35 },
    language: {
      type: 'string',
      on: ALL,
      also: ['locale'],
      about: 'The language of the device as a BCP 47 tag. Compared with clicks.',
      example: 'en-IN',
    },
    country: {
      type: 'string',
      on: APPS,
      about: 'The region setting. Reports use the address instead.',
      example: 'IN',
    },
    timezone: {
      type: 'string',
      on: APPS,
      about: 'The time zone, by its IANA name.',
      example: 'Asia/Kolkata',
    },
    timezone_offset: {
      type: 'number',
      on: ALL,
      about: 'Minutes from UTC, positive in the east.',
      example: 330,
    },
    device_display: {
      type: 'object',
      on: APPS,
      about: 'The screen in points or pixels.',
      example: { width: 1080, height: 2400, scale: 2.6 },
    },
    user_agent: {
      type: 'string',
      on: ALL,
      about: 'The user agent of the browser or web view.',
      example: 'Mozilla/5.0 …',
    },
    connectivity: { type: 'string', on: APPS, about: '`wifi` or `cellular`.', example: 'wifi' },
    carrier: { type: 'string', on: APPS, about: 'The mobile operator.', example: 'Jio' },
    is_bot: {
      type: 'boolean',
      on: WEB,
      about:
        'The browser says that it is driven by a program (`navigator.webdriver`). It is not counted as a visitor.',
      example: false,
    },
  },
  'The app': {
    app_version: {
      type: 'string',
      on: APPS,
      also: ['version'],
      about: 'The version of your app, unless `app_version` of the call says it.',
      example: '2.3.4',
    },
    build_number: { type: 'string', on: APPS, about: 'The build of your app.', example: '412' },
    bundle_id: {
      type: 'string',
      on: APPS,
      about: 'The id of your app in its store.',
      example: 'com.example.kite',
    },
    installed_at: {
      type: 'string',
      on: ANDROID,
      about: 'When the package was installed, by the device’s clock: ISO 8601 in UTC.',
      example: '2026-11-18T10:00:00Z',
    },
    installer_package: {
      type: 'string',
      on: ANDROID,
      about: 'Which store installed it: `getInstallSourceInfo`.',
      example: 'com.android.vending',
    },
    app_store_environment: {
      type: 'string',
      on: IOS,
      about:
        'Where the app came from: `production` is the App Store, `sandbox` TestFlight or Xcode, `simulator` a simulator.',
      example: 'production',
    },
    is_debuggable: { type: 'boolean', on: APPS, about: 'A debug build.', example: false },
    is_emulator: { type: 'boolean', on: APPS, about: 'An emulator or simulator.', example: false },
  },
  Ids: {
    gaid: {
      type: 'string',
      on: ANDROID,
      also: ['advertising_id'],
      about:
        'Google’s advertising id. Leave it out where the person has switched it off: zeros are read as no id, and matched with nothing.',
      example: '38400000-8cf0-11bd-b23e-10b96e40000d',
    },
    limit_ad_tracking: {
      type: 'boolean',
      on: ANDROID,
      about: 'The person has switched the advertising id off.',
      example: false,
    },
    idfa: {
      type: 'string',
      on: IOS,
      about: 'Apple’s advertising id, only after App Tracking Transparency was authorized.',
      example: '6D92078A-8246-4BA4-AE5B-76104861E7DC',
    },
    idfv: {
      type: 'string',
      on: IOS,
      about:
        'Apple’s id of the device for one vendor. Finds reinstalls, and calls that come before the install id is known.',
      example: '9C287922-EE26-4501-94B5-DDE6F83E1475',
    },
    android_id: {
      type: 'string',
      on: ANDROID,
      also: ['device_id'],
      about: '`Settings.Secure.ANDROID_ID`, 12 to 16 hex digits. Used like `idfv`.',
      example: '9f3a5b7c1d2e4f60',
    },
    appsetid: {
      type: 'string',
      on: ANDROID,
      also: ['app_set_id'],
      about: 'Google’s app set id, used where there is no ANDROID_ID.',
      example: 'c3f1a2b4-5d6e-4f70-8192-a3b4c5d6e7f8',
    },
    previous_install_instance_id: {
      type: 'string',
      on: IOS,
      about:
        'The `install_instance_id` that the app had before it was removed, kept in the Keychain. Where that install is known, the first open is a reinstall of it. At most 64 characters.',
      example: 'aB3dE6gH9jK2mN5pQ8rS',
    },
    appsetid_scope: { type: 'number', on: ANDROID, about: '1: of the app, 2: of the developer.', example: 2 },
  },
  Consent: {
    att_status: {
      type: 'string',
      on: IOS,
      also: ['tracking_status', 'attStatus'],
      about: 'App Tracking Transparency: `0` not asked, `1` restricted, `2` denied, `3` authorized.',
      example: '3',
    },
    consent: {
      type: 'object',
      on: ALL,
      about:
        'What the person agreed to: `ad_user_data`, `ad_personalization`, `ad_storage`, `analytics_storage` (`granted`, `denied` or `unknown`; `"1"`, `"0"`, true and false too), `is_eea` and `gpc`. What was said last holds.',
      example: { ad_user_data: 'granted', ad_personalization: 'denied', is_eea: true },
    },
  },
  Referrers: {
    install_referrer: {
      type: 'string',
      on: ANDROID,
      also: ['install_ref', 'installReferrer', 'install_ref_url', 'referrer'],
      about:
        'Google Play’s install referrer, as the Install Referrer library returns it: not decoded, not cut. It names the click, so that the install is matched for certain.',
      example: 'utm_source=google-play&utm_medium=organic',
    },
    referrer_click_timestamp_server_seconds: {
      type: 'number',
      on: ANDROID,
      also: ['referrerClickTimestampServerSeconds', 'install_ref_referrerClickTimestampServerSeconds'],
      about:
        '`getReferrerClickTimestampServerSeconds()`: when the click was, by the store’s clock. 0: not known.',
      example: 1763460000,
    },
    referrer_click_timestamp_seconds: {
      type: 'number',
      on: ANDROID,
      also: ['referrerClickTimestampSeconds', 'install_ref_referrerClickTimestampSeconds'],
      about:
        '`getReferrerClickTimestampSeconds()`: the same by the device’s clock, used where the store gives none.',
      example: 1763460001,
    },
    install_begin_timestamp_server_seconds: {
      type: 'number',
      on: ANDROID,
      also: ['installBeginTimestampServerSeconds', 'install_ref_installBeginTimestampServerSeconds'],
      about:
        '`getInstallBeginTimestampServerSeconds()`: when the download began. Shows clicks that were injected after it.',
      example: 1763460020,
    },
    install_begin_timestamp_seconds: {
      type: 'number',
      on: ANDROID,
      about:
        'The same by the device’s clock. Stored, and not used: a slow clock would make every click come after the download.',
      example: 1763460021,
    },
    install_ref_store: {
      type: 'string',
      on: ANDROID,
      about: 'Which store the referrer is from: `google`, `samsung`, `huawei` or `xiaomi`.',
      example: 'google',
    },
    install_version: {
      type: 'string',
      on: ANDROID,
      about: '`getInstallVersion()`: the version of the app that was installed.',
      example: '2.3.4',
    },
    google_play_instant: {
      type: 'boolean',
      on: ANDROID,
      about: '`getGooglePlayInstantParam()`: the person used the instant app before.',
      example: false,
    },
    meta_install_ref: {
      type: 'object',
      on: ANDROID,
      also: ['meta_install_referrer', 'meta_referrer'],
      about:
        'Meta’s install referrer: `install_referrer`, `is_ct` (1 click, 0 view) and `actual_timestamp` in seconds. Its key is entered on the screen of Meta.',
      example: {
        install_referrer: 'utm_source=apps.facebook.com&utm_content=…',
        is_ct: 1,
        actual_timestamp: 1763460000,
      },
    },
    adservices_attribution_token: {
      type: 'string',
      on: IOS,
      about: '`AAAttribution.attributionToken()`. We ask Apple with it, and do not store it.',
      example: 'a token of Apple’s',
    },
    odm_info: {
      type: 'string',
      on: IOS,
      about: 'On-device measurement of Google Ads, as its SDK returns it.',
      example: 'a text of Google’s',
    },
    first_open_timestamp: {
      type: 'number',
      on: IOS,
      about: 'Seconds: the first launch that `odm_info` is about.',
      example: 1763460040,
    },
  },
};

export const DEVICE_FIELDS: Record<string, DeviceField> = Object.assign(
  {},
  ...Object.values(DEVICE_FIELD_GROUPS),
);
