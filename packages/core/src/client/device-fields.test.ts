import { DEVICE_FIELDS } from '@trailmark/contract/device-fields';
import { expect, test } from 'vitest';
import { type Device, readDevice } from './read-device.ts';

/** What each documented field that is used becomes; the others are stored as they are sent. */
const READ_AS: Record<string, keyof Device> = {
  device_model: 'model',
  system_version: 'osVersion',
  language: 'language',
  app_version: 'appVersion',
  gaid: 'advertisingId',
  idfa: 'advertisingId',
  idfv: 'vendorId',
  android_id: 'vendorId',
  appsetid: 'vendorId',
  previous_install_instance_id: 'previousInstallId',
  att_status: 'trackingAuthorized',
  install_referrer: 'installReferrer',
  referrer_click_timestamp_server_seconds: 'referrerClickAt',
  referrer_click_timestamp_seconds: 'referrerClickAt',
  install_begin_timestamp_server_seconds: 'installBeginAt',
  meta_install_ref: 'metaReferrer',
  adservices_attribution_token: 'adServicesToken',
};

const names = Object.entries(READ_AS).flatMap(([field, readAs]) =>
  [field, ...(DEVICE_FIELDS[field]?.also ?? [])].map((name) => ({ name, field, readAs })),
);

test.each(names)('$name is read as its documentation says', ({ name, field, readAs }) => {
  const example = DEVICE_FIELDS[field]?.example;
  expect(readDevice({})[readAs]).toBeNull();
  expect(readDevice({ [name]: example })[readAs]).not.toBeNull();
});
