import { describe, expect, test } from 'vitest';
import { type AppConfig, withTrailmark } from './with-trailmark.ts';

const AD_ID = 'com.google.android.gms.permission.AD_ID';
const OPTIONS = {
  linkDomains: ['go.kite.example'],
  userTrackingPermission: 'To show ads that fit you.',
  postbackEndpoint: 'https://kite.example',
  skAdNetworkIds: ['v9wttpbfk9.skadnetwork', 'CSTR6SUWN9.skadnetwork'],
};

test('adds what links, postbacks and the advertising id need', () => {
  expect(withTrailmark({ name: 'Kite' }, OPTIONS)).toEqual({
    name: 'Kite',
    ios: {
      associatedDomains: ['applinks:go.kite.example'],
      infoPlist: {
        NSUserTrackingUsageDescription: 'To show ads that fit you.',
        NSAdvertisingAttributionReportEndpoint: 'https://kite.example',
        AttributionCopyEndpoint: 'https://kite.example',
        EligibleForAdAttributionKitReengagementPostbackCopies: true,
        SKAdNetworkItems: [
          { SKAdNetworkIdentifier: 'v9wttpbfk9.skadnetwork' },
          { SKAdNetworkIdentifier: 'cstr6suwn9.skadnetwork' },
        ],
      },
    },
    android: {
      permissions: [AD_ID],
      intentFilters: [
        {
          action: 'VIEW',
          autoVerify: true,
          data: [{ scheme: 'https', host: 'go.kite.example' }],
          category: ['BROWSABLE', 'DEFAULT'],
        },
      ],
    },
  });
});

test('keeps what is there, and adds nothing twice', () => {
  const config: AppConfig = {
    ios: {
      bundleIdentifier: 'com.kite',
      associatedDomains: ['applinks:kite.example'],
      infoPlist: {
        UIBackgroundModes: ['fetch'],
        SKAdNetworkItems: [{ SKAdNetworkIdentifier: 'v9wttpbfk9.skadnetwork' }],
      },
    },
    android: { package: 'com.kite', intentFilters: [{ action: 'SEND' }], permissions: ['CAMERA'] },
  };
  const once = withTrailmark(config, OPTIONS);
  expect(withTrailmark(once, OPTIONS)).toEqual(once);
  expect(once.ios).toMatchObject({
    bundleIdentifier: 'com.kite',
    associatedDomains: ['applinks:kite.example', 'applinks:go.kite.example'],
    infoPlist: { UIBackgroundModes: ['fetch'] },
  });
  expect(once.ios?.infoPlist?.SKAdNetworkItems).toHaveLength(2);
  expect(once.android?.permissions).toEqual(['CAMERA', AD_ID]);
  expect(once.android?.intentFilters?.map(({ action }) => action)).toEqual(['SEND', 'VIEW']);
  expect(config.android?.permissions).toEqual(['CAMERA']);
});

describe('the advertising id', () => {
  test('can be removed', () => {
    const config = withTrailmark({ android: { permissions: [AD_ID, 'CAMERA'] } }, { adIdPermission: false });
    expect(config.android).toEqual({
      permissions: ['CAMERA'],
      blockedPermissions: [AD_ID],
      intentFilters: [],
    });
  });
});

test('without options only the advertising id is asked for', () => {
  expect(withTrailmark({})).toEqual({
    ios: { associatedDomains: [], infoPlist: {} },
    android: { permissions: [AD_ID], intentFilters: [] },
  });
});
