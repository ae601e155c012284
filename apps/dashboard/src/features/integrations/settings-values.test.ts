import type { FieldErrors } from 'react-hook-form';
import { expect, it } from 'vitest';
import { type SettingsValues, settingsBody, settingsResolver, settingsValues } from './settings-values.ts';

async function errorsOf(values: SettingsValues) {
  const options = { fields: {}, shouldUseNativeValidation: false } as never;
  return (await settingsResolver(values, undefined, options)).errors as FieldErrors<SettingsValues>;
}

const SETTINGS = {
  region: 'us',
  host: null,
  events: ['install', 'add_to_cart'],
  event_names: { Install: 'App installed' },
  property_names: { amount: 'Revenue' },
};

it('says the same again', () => {
  const { region: _region, host: _host, ...sent } = SETTINGS;
  expect(settingsBody(settingsValues(SETTINGS))).toEqual(sent);
});

it('takes no notice of an empty row', async () => {
  const values = { events: null, event_names: [{ ours: ' ', theirs: '' }], property_names: [] };
  expect(await errorsOf(values)).toEqual({});
  expect(settingsBody(values).event_names).toEqual({});
});

it('finds rows that are half filled in or there twice', async () => {
  const event_names = [
    { ours: 'Install', theirs: 'A' },
    { ours: 'Install', theirs: 'B' },
    { ours: 'Payment', theirs: '' },
  ];
  const errors = await errorsOf({ events: [], event_names, property_names: [{ ours: '', theirs: 'x' }] });
  expect(errors).toMatchObject({
    events: { message: 'Choose at least one, or all.' },
    event_names: {
      1: { ours: { message: 'is renamed above already' } },
      2: { theirs: { message: 'is required' } },
    },
    property_names: { 0: { ours: { message: 'is required' } } },
  });
});
