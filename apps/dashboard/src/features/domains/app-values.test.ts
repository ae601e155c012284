import type { FieldErrors, Resolver } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { androidResolver, androidValues, iosResolver, iosValues, linesOf } from './app-values.ts';

const FINGERPRINT = Array.from({ length: 32 }, () => 'AB').join(':');

async function read<Values extends object, Output>(
  resolver: Resolver<Values, unknown, Output>,
  values: Values,
): Promise<{ values: object; errors: FieldErrors }> {
  const options = { fields: {}, shouldUseNativeValidation: false } as never;
  return (await resolver(values, undefined, options)) as { values: object; errors: FieldErrors };
}

it('takes lines and commas', () => {
  expect(linesOf(' /buy/* \n\nNOT /help/*, /a ')).toEqual(['/buy/*', 'NOT /help/*', '/a']);
});

describe('iOS apps', () => {
  it('say the same again', async () => {
    const apps = [
      { team_id: 'ABCDE12345', bundle_id: 'example.kite', paths: ['/buy/*', 'NOT /help/*'] },
      { team_id: 'ABCDE12345', bundle_id: 'example.kite.lite' },
    ];
    expect((await read(iosResolver, iosValues(apps))).values).toEqual({ ios_apps: apps });
  });

  it('report which field of which app is wrong', async () => {
    const values = { ios_apps: [{ team_id: 'short', bundle_id: 'example.kite', paths: 'buy' }] };
    const { errors } = await read(iosResolver, values);
    expect(errors).toMatchObject({
      ios_apps: [{ team_id: { message: /team id/ }, paths: [{ message: /path/ }] }].map((app) => ({
        team_id: { message: expect.stringMatching(app.team_id.message) },
        paths: [{ message: expect.stringMatching(/path/) }],
      })),
    });
  });
});

describe('Android apps', () => {
  it('say the same again, in one spelling', async () => {
    const apps = [{ package: 'example.kite', sha256_fingerprints: [FINGERPRINT] }];
    expect((await read(androidResolver, androidValues(apps))).values).toEqual({ android_apps: apps });
    const typed = {
      android_apps: [
        { package: 'example.kite', sha256_fingerprints: FINGERPRINT.replaceAll(':', '').toLowerCase() },
      ],
    };
    expect((await read(androidResolver, typed)).values).toEqual({ android_apps: apps });
  });

  it('need a fingerprint', async () => {
    const { errors } = await read(androidResolver, androidValues(null));
    expect(errors).toMatchObject({
      android_apps: [{ sha256_fingerprints: { message: 'has no fingerprint' } }],
    });
  });
});
