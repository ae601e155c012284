import { CallError } from '@trailmark/contract/call';
import type { UseFormReturn } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { fieldReason, showServerReasons } from './field-reason.ts';

describe('fieldReason', () => {
  it('makes a sentence of a reason of the contract', () => {
    expect(fieldReason('Name', 'is required')).toBe('Name is required.');
  });

  it('leaves a whole sentence and nothing as they are', () => {
    expect(fieldReason('Name', 'Choose another one.')).toBe('Choose another one.');
    expect(fieldReason('Name', undefined)).toBeUndefined();
  });
});

describe('showServerReasons', () => {
  function formWith(values: Record<string, unknown>) {
    const shown: unknown[] = [];
    const form = {
      getValues: () => values,
      setError: (...call: unknown[]) => shown.push(call),
    } as unknown as UseFormReturn;
    return { form, shown };
  }

  it('marks the fields that the form has, nested ones too, and goes to the first', () => {
    const { form, shown } = formWith({ name: '', windows: {} });
    const fields = { name: 'is taken', 'windows.view_hours': 'is odd', project_id: 'is wrong' };
    showServerReasons(form, new CallError('refused', 400, 'validation_failed', fields));
    expect(shown).toEqual([
      ['name', { type: 'server', message: 'is taken' }, { shouldFocus: true }],
      ['windows.view_hours', { type: 'server', message: 'is odd' }, { shouldFocus: false }],
    ]);
  });

  it('marks nothing for a failure that names no field', () => {
    const { form, shown } = formWith({ name: '' });
    showServerReasons(form, new CallError('offline', 0, null));
    showServerReasons(form, new Error('a bug'));
    expect(shown).toEqual([]);
  });
});
