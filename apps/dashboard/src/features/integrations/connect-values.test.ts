import type { FieldErrors } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { type ConnectValues, connectBody, connectResolver, connectValues } from './connect-values.ts';
import { regionsOf } from './tool-fields.ts';

async function errorsOf(
  values: ConnectValues,
  isOptional = false,
  tool: 'moengage' | 'posthog' = 'moengage',
) {
  const options = { fields: {}, shouldUseNativeValidation: false } as never;
  return (await connectResolver(tool, isOptional)(values, undefined, options))
    .errors as FieldErrors<ConnectValues>;
}

const EMPTY = connectValues('moengage', null);
const FILLED: ConnectValues = {
  settings: { region: '02', host: '' },
  hasOwnHost: false,
  credentials: { workspace_id: 'W1', api_key: 'k1' },
};

describe('connecting a tool', () => {
  it('needs a region and every credential', async () => {
    expect(await errorsOf(EMPTY)).toMatchObject({
      settings: { region: { message: 'is required' } },
      credentials: { workspace_id: { message: 'is required' }, api_key: { message: 'is required' } },
    });
    expect(await errorsOf(FILLED)).toEqual({});
    expect(connectBody('moengage', FILLED)).toEqual({
      settings: { region: '02', host: null },
      credentials: FILLED.credentials,
    });
  });

  it('takes a server of one’s own instead of a region', async () => {
    const own: ConnectValues = {
      settings: { region: '', host: 'posthog.kite.example' },
      hasOwnHost: true,
      credentials: { project_token: 'phc_1' },
    };
    expect(await errorsOf(own, false, 'posthog')).toMatchObject({
      settings: { host: { message: 'is not an http(s) address' } },
    });
    const right = { ...own, settings: { region: '', host: 'https://posthog.kite.example' } };
    expect(await errorsOf(right, false, 'posthog')).toEqual({});
    expect(connectBody('posthog', right).settings).toEqual({ region: 'us', host: right.settings.host });
  });
});

describe('changing a connection', () => {
  it('keeps credentials that are left empty, all or none', async () => {
    const kept = { ...FILLED, credentials: { workspace_id: '', api_key: '' } };
    expect(await errorsOf(kept, true)).toEqual({});
    expect(connectBody('moengage', kept)).not.toHaveProperty('credentials');
    expect(
      await errorsOf({ ...FILLED, credentials: { workspace_id: '', api_key: 'k2' } }, true),
    ).toMatchObject({
      credentials: { workspace_id: { message: 'is required' } },
    });
  });
});

it('lists data centres by their number', () => {
  expect(regionsOf('moengage').map(({ value }) => value)).toEqual([
    '01',
    '02',
    '03',
    '04',
    '05',
    '06',
    '101',
  ]);
  expect(regionsOf('clevertap')[0]?.value).toBe('in1');
});
