import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDevice } from './read-device.ts';

const ID = '38400000-8cf0-11bd-b23e-10b96e40000d';
const ZEROS = '00000000-0000-0000-0000-000000000000';
const NOTHINGS = [undefined, null, '', '  ', '<null>', '(null)', 'null', 'undefined', 'unknown'];

const UNKNOWN = {
  advertisingId: null,
  hasMalformedId: false,
  vendorId: null,
  previousInstallId: null,
  osVersion: null,
  model: null,
  language: null,
  appVersion: null,
  sdkVersion: null,
  trackingAuthorized: null,
  consent: null,
  installReferrer: null,
  referrerClickAt: null,
  installBeginAt: null,
  metaReferrer: null,
  adServicesToken: null,
};
const FIELDS = [
  ...['gaid', 'idfa', 'advertising_id', 'idfv', 'android_id', 'app_set_id', 'system_version', 'os_version'],
  ...['device', 'model', 'language', 'locale', 'version', 'att_status', 'tracking_status', 'attStatus'],
  ...['install_referrer', 'referrer', 'meta_install_referrer', 'meta_referrer', 'meta_actual_timestamp'],
  ...['referrer_click_timestamp_server_seconds', 'install_begin_timestamp_server_seconds'],
  ...['adservices_attribution_token', 'device_id', 'appsetid', 'vendor_id', 'device_model', 'device_name'],
  ...['install_ref', 'installReferrer', 'install_ref_url', 'meta_install_ref', 'app_version', 'consent'],
  ...['referrerClickTimestampServerSeconds', 'install_ref_referrerClickTimestampSeconds', 'brand'],
];

describe('a device without any data', () => {
  test.each([null, undefined, {}])('as a whole: %j', (deviceData) => {
    expect(readDevice(deviceData)).toEqual({ ...UNKNOWN, raw: deviceData ?? null });
  });

  test.each(NOTHINGS)('in every field: %j', (nothing) => {
    const deviceData = Object.fromEntries(FIELDS.map((name) => [name, nothing]));
    expect(readDevice(deviceData, { app: nothing, sdk: nothing })).toMatchObject(UNKNOWN);
  });
});

describe('ids', () => {
  test.each(['gaid', 'idfa', 'advertising_id'])(
    'the advertising id is sent as %s, in one spelling',
    (name) => {
      expect(readDevice({ [name]: ` ${ID.toUpperCase()} ` }).advertisingId).toBe(ID);
    },
  );

  test.each([...NOTHINGS, ZEROS, '0'])('one that is not there (%j) does not hide another', (nothing) => {
    expect(readDevice({ gaid: nothing, idfa: ID })).toMatchObject({
      advertisingId: ID,
      hasMalformedId: false,
    });
  });

  test.each(['{gaid}', 'x', 5, [ID], { id: ID }])('%j is malformed, and none', (gaid) => {
    expect(readDevice({ gaid })).toMatchObject({ advertisingId: null, hasMalformedId: true });
  });

  test.each([
    ['idfv', { idfv: ID.toUpperCase() }, ID],
    ['idfv of zeros', { idfv: ZEROS }, null],
    ['android_id', { android_id: '9f8e7d6c5b4a3921' }, '9f8e7d6c5b4a3921'],
    ['app_set_id', { app_set_id: ID }, ID],
    ['idfv before the others', { idfv: ID, android_id: '9f8e7d6c5b4a3921' }, ID],
    ['appsetid', { appsetid: ID, device_id: '' }, ID],
    [
      'device_id, where it is Android’s own id',
      { device_id: '9F8E7D6C5B4A3921', appsetid: ID },
      '9f8e7d6c5b4a3921',
    ],
    ['gaid, where a client puts Android’s own id there', { gaid: '9f8e7d6c5b4a3921' }, '9f8e7d6c5b4a3921'],
    ['no build label', { android_id: 'UP1A.231005.007', device_id: 'UP1A.231005.007' }, null],
    ['no board name', { device_id: 'gs201' }, null],
    ['no model', { device_id: 'iPhone14,5' }, null],
    ['no id of zeros', { android_id: '0000000000000000' }, null],
    ['no id that a series of phones shares', { android_id: '9774d56d682e549c' }, null],
  ])('the vendor knows the device by %s', (_, deviceData, vendorId) => {
    expect(readDevice(deviceData).vendorId).toBe(vendorId);
  });
});

test('Android’s own id as the advertising id is neither one nor malformed', () => {
  expect(readDevice({ gaid: '9f8e7d6c5b4a3921' })).toMatchObject({
    advertisingId: null,
    hasMalformedId: false,
  });
});

describe('what it is', () => {
  test.each([
    ['system_version', { system_version: '16.5' }, { osVersion: '16.5' }],
    ['os_version, a number', { os_version: 13 }, { osVersion: '13' }],
    ['device', { device: 'Pixel 7' }, { model: 'Pixel 7' }],
    ['model', { model: 'SM-A515F' }, { model: 'SM-A515F' }],
    ['device_model before device', { device_model: 'iPhone17,3', device: 'iPhone' }, { model: 'iPhone17,3' }],
    ['a model, with its code name', { device_model: 'Pixel 7', device: 'panther' }, { model: 'Pixel 7' }],
    ['device_name on Android', { gaid: ID, device_name: 'Pixel 7' }, { model: 'Pixel 7' }],
    ['no device_name elsewhere', { idfv: ID, device_name: 'Asha’s phone' }, { model: null }],
    ['no code name alone', { gaid: ID, device_token: 'unknown', device: 'panther' }, { model: null }],
    ['an Apple device_id', { idfv: ID, device: 'unknown', device_id: 'iPhone14,5' }, { model: 'iPhone14,5' }],
    ['app_version before version', { app_version: '5', version: '2.0.0' }, { appVersion: '5' }],
    ['language', { language: 'en-IN' }, { language: 'en-IN' }],
    ['locale', { locale: 'hi_IN' }, { language: 'hi_IN' }],
    ['version, of the app', { version: '2.3' }, { appVersion: '2.3' }],
  ])('is sent as %s', (_, deviceData, expected) => {
    expect(readDevice(deviceData)).toMatchObject(expected);
  });

  test('is read from the call before the device data', () => {
    expect(readDevice({ version: '1' }, { app: '2', sdk: '3' })).toMatchObject({
      appVersion: '2',
      sdkVersion: '3',
    });
  });
});

describe('the permission to track', () => {
  test.each([
    [3, true],
    ['authorized', true],
    [2, false],
    [1, false],
    ['denied', false],
    ['restricted', false],
    [0, null],
    ['notDetermined', null],
    [null, null],
    [true, null],
    ['3', true],
    ['2', false],
    ['1', false],
    ['0', null],
    ['3 ', null],
  ])('%j is %j', (status, allowed) => {
    for (const name of ['att_status', 'tracking_status', 'attStatus']) {
      expect(readDevice({ [name]: status }).trackingAuthorized).toBe(allowed);
    }
  });
});

describe('times of the store', () => {
  const AT = new Date('2026-03-10T10:00:00Z');

  test.each([
    ['seconds', 1_773_136_800, AT],
    ['seconds in a text', '1773136800', AT],
    ['0, which means that it did not say', 0, null],
    ['0 in a text', '0', null],
    ['less than 0', -5, null],
    ['milliseconds by mistake', 1_773_136_800_000, null],
    ['no number', 'soon', null],
    ['too much', 1e300, null],
    ['nothing', null, null],
  ])('%s', (_, value, at) => {
    const read = readDevice({
      install_begin_timestamp_server_seconds: value,
      referrer_click_timestamp_server_seconds: value,
    });
    expect([read.installBeginAt, read.referrerClickAt]).toEqual([at, at]);
  });

  test('that it does not know are not replaced by those of the device', () => {
    const deviceData = {
      install_begin_timestamp_server_seconds: 0,
      install_begin_timestamp_seconds: 1_773_136_800,
    };
    expect(readDevice(deviceData).installBeginAt).toBeNull();
  });
});

describe('times of the store under the names of published clients', () => {
  test.each([
    ['referrerClickTimestampServerSeconds', 'installBeginTimestampServerSeconds'],
    ['install_ref_referrerClickTimestampServerSeconds', 'install_ref_installBeginTimestampServerSeconds'],
  ])('%s', (click, begin) => {
    const read = readDevice({ [click]: 1_790_000_001, [begin]: 1_790_000_031 });
    expect(read).toMatchObject({
      referrerClickAt: new Date('2026-09-21T14:13:21Z'),
      installBeginAt: new Date('2026-09-21T14:13:51Z'),
    });
  });

  test.each(['install_ref_referrerClickTimestampSeconds', 'referrerClickTimestampSeconds'])(
    'a click by the device, where the store does not say: %s',
    (name) => {
      const deviceData = { [name]: 1_790_000_001, referrerClickTimestampServerSeconds: 0 };
      expect(readDevice(deviceData).referrerClickAt).toEqual(new Date('2026-09-21T14:13:21Z'));
    },
  );
});

describe('what is kept as it came', () => {
  test('is neither the name of a phone, which is that of a person, nor the token', () => {
    const kept = { odm_info: 'o', consent: { is_eea: '1', ad_user_data: '0' } };
    const deviceData = { device_name: 'Asha’s phone', adservices_attribution_token: 't', ...kept };
    expect(readDevice(deviceData).raw).toEqual(kept);
  });
});

describe('referrers', () => {
  test.each(['install_referrer', 'referrer', 'install_ref', 'installReferrer', 'install_ref_url'])(
    "the store's is kept as it came: %s",
    (name) => {
      expect(readDevice({ [name]: 'utm_source=x&tm_click=abc%20' }).installReferrer).toBe(
        'utm_source=x&tm_click=abc%20',
      );
    },
  );

  test('one that says unknown does not hide another', () => {
    const deviceData = { install_ref: 'unknown', install_ref_url: '', installReferrer: 'utm_source=x' };
    expect(readDevice(deviceData).installReferrer).toBe('utm_source=x');
  });

  test("Meta's is a text, or an object with a time", () => {
    expect(readDevice({ meta_referrer: 'utm_content=x' }).metaReferrer).toEqual({
      text: 'utm_content=x',
      isClick: true,
      at: null,
    });
    const given = { install_referrer: 'utm_content=x', is_ct: 0, actual_timestamp: 1_773_136_800 };
    expect(readDevice({ meta_install_referrer: given }).metaReferrer).toEqual({
      text: 'utm_content=x',
      isClick: false,
      at: new Date('2026-03-10T10:00:00Z'),
    });
  });

  test.each([{}, { install_referrer: null }, { install_referrer: '<null>' }, []])(
    "Meta's without a text speaks for nobody: %j",
    (given) => {
      expect(readDevice({ meta_install_referrer: given }).metaReferrer).toBeNull();
    },
  );
});

describe('whatever is sent', () => {
  const anyDeviceData = fc.dictionary(
    fc.constantFrom(...FIELDS, 'other'),
    fc.jsonValue({ stringUnit: 'binary' }),
  );
  const isStorable = (text: string) => !text.includes('\u0000') && !/\p{Surrogate}/u.test(text);

  test('is read without a fault, and can be stored', () => {
    fc.assert(
      fc.property(anyDeviceData, (deviceData) => {
        const { raw, metaReferrer, ...read } = readDevice(deviceData);
        for (const value of [...Object.values(read), metaReferrer?.text]) {
          if (typeof value === 'string') expect([isStorable(value), value === '']).toEqual([true, false]);
          if (value instanceof Date) expect(Number.isNaN(value.getTime())).toBe(false);
        }
        expect(readDevice(raw).advertisingId).toBe(read.advertisingId);
      }),
    );
  });

  test('is kept, unless it is too much', () => {
    expect(readDevice({ other: 'x'.repeat(1000) }).raw).toEqual({ other: 'x'.repeat(1000) });
    expect(readDevice({ gaid: ID, other: 'x'.repeat(20_000) })).toMatchObject({
      raw: null,
      advertisingId: ID,
    });
  });
});
