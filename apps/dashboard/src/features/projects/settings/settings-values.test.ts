import {
  DEFAULT_PLAUSIBILITY_LEVELS,
  DEFAULT_PLAUSIBILITY_THRESHOLDS,
} from '@trailmark/contract/plausibility';
import type { Project } from '@trailmark/contract/projects';
import { describe, expect, it } from 'vitest';
import { completedCounting, countingOf } from './settings-values.ts';

const project = {
  day_kind: '24h',
  retention_days: null,
  delivery_retention_days: null,
  network_windows: { META: { click_hours: 24 } },
  plausibility: { thresholds: { min_likeness: 80 }, levels: { distribution_outlier: 'no_credit' } },
} as unknown as Project;

describe('countingOf', () => {
  it('fills in what is as usual', () => {
    const values = countingOf(project);
    expect(values.retention_days).toBe(400);
    expect(values.delivery_retention_days).toBe(30);
    expect(values.network_windows.META).toMatchObject({ click_hours: 24, view_hours: '' });
    expect(values.network_windows.GOOGLE).toMatchObject({ click_hours: '', view_hours: '' });
    expect(values.plausibility.thresholds).toEqual({ ...DEFAULT_PLAUSIBILITY_THRESHOLDS, min_likeness: 80 });
    expect(values.plausibility.levels).toEqual({
      ...DEFAULT_PLAUSIBILITY_LEVELS,
      distribution_outlier: 'no_credit',
    });
  });
});

describe('completedCounting', () => {
  it('sends only what is not as usual', () => {
    const { network_windows, plausibility } = completedCounting(countingOf(project));
    expect(network_windows).toEqual(project.network_windows);
    expect(plausibility).toEqual(project.plausibility);
  });

  it('takes an emptied field for the usual', () => {
    const values = countingOf(project);
    values.network_windows.META.click_hours = '';
    values.plausibility.thresholds.min_likeness = Number.NaN;
    const sent = completedCounting(values);
    expect(sent.network_windows).toEqual({});
    expect(sent.plausibility?.thresholds).toEqual({});
  });

  it('says nothing of what a form does not have', () => {
    expect(completedCounting({})).toEqual({});
  });
});
