import { describe, expect, test } from 'vitest';
import { decideStatus, type Evidence, type Standing } from './decide-status.ts';
import { MISSES, SILENCE, UNREACHED } from './problems.ts';

const CNAME: Evidence = { by: 'cname' };
const GONE: Evidence = { miss: 'no_record' };

const standing = (status: Standing['status'], problem: string | null = null): Standing => ({
  status,
  problem,
  verified_by: status === 'not_verified' ? null : 'cname',
});

const NEW = standing('not_verified');
const VERIFIED = standing('verified');
const LIVE = standing('live');

describe('a later check', () => {
  test.each<[string, Standing, Evidence, 'ours' | 'someone_else' | 'no_answer' | 'not_tried', Standing]>([
    ['nothing there', NEW, GONE, 'not_tried', standing('not_verified', MISSES.no_record)],
    ['a record appears', standing('not_verified', MISSES.no_record), CNAME, 'not_tried', VERIFIED],
    ['DNS and HTTPS at once', NEW, CNAME, 'ours', LIVE],
    ['no certificate yet', VERIFIED, CNAME, 'no_answer', standing('verified', UNREACHED.no_answer)],
    ['another server', VERIFIED, CNAME, 'someone_else', standing('verified', UNREACHED.someone_else)],
    ['the certificate comes', standing('verified', UNREACHED.no_answer), CNAME, 'ours', LIVE],
    ['all well', LIVE, CNAME, 'ours', LIVE],
    ['a first miss', LIVE, GONE, 'ours', standing('live', MISSES.no_record)],
    [
      'a first miss without HTTPS',
      standing('verified', UNREACHED.no_answer),
      GONE,
      'no_answer',
      standing('verified', MISSES.no_record),
    ],
    [
      'a second miss, whatever its kind',
      standing('live', MISSES.no_record),
      { miss: 'leads_elsewhere' },
      'ours',
      standing('not_verified', MISSES.leads_elsewhere),
    ],
    ['back after a miss', standing('live', MISSES.no_record), CNAME, 'ours', LIVE],
    ['a first failure of HTTPS', LIVE, CNAME, 'no_answer', standing('live', UNREACHED.no_answer)],
    [
      'a second failure of HTTPS',
      standing('live', UNREACHED.no_answer),
      CNAME,
      'someone_else',
      standing('verified', UNREACHED.someone_else),
    ],
    ['silence proves nothing', LIVE, 'silent', 'ours', standing('live', SILENCE)],
    ['silence of a new one', NEW, 'silent', 'not_tried', standing('not_verified', SILENCE)],
    [
      'silence never takes ownership away',
      standing('verified', SILENCE),
      'silent',
      'no_answer',
      standing('verified', SILENCE),
    ],
    [
      'long silence ends being live',
      standing('live', SILENCE),
      'silent',
      'no_answer',
      standing('verified', SILENCE),
    ],
    [
      'a miss after silence is a first one',
      standing('live', SILENCE),
      GONE,
      'ours',
      standing('live', MISSES.no_record),
    ],
    ['voices after silence', standing('live', SILENCE), CNAME, 'ours', LIVE],
  ])('%s', (_name, now, evidence, https, next) => {
    expect(decideStatus(now, { evidence, https, isLater: true })).toEqual(next);
  });

  test('keeps by which record the domain is verified now', () => {
    const seen = { evidence: { by: 'txt' }, https: 'ours', isLater: true } as const;
    expect(decideStatus(LIVE, seen)).toEqual({ ...LIVE, verified_by: 'txt' });
  });
});

test.each<[Standing, Evidence]>([
  [standing('live', MISSES.no_record), GONE],
  [standing('live', UNREACHED.no_answer), CNAME],
])('a check at the same time as another takes nothing away: %j', (now, evidence) => {
  expect(decideStatus(now, { evidence, https: 'no_answer', isLater: false })).toEqual(now);
});
