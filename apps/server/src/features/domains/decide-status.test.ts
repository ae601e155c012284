import { describe, expect, test } from 'vitest';
import { decideStatus, type Evidence, type Standing } from './decide-status.ts';
import { MISSES, SILENCE, UNPROVEN, UNREACHED } from './problems.ts';

const PROOF: Evidence = { by: 'txt' };
const GONE: Evidence = { miss: 'no_record', leadsHere: false };
const ONLY_CNAME: Evidence = { miss: 'no_text', leadsHere: true };

const standing = (status: Standing['status'], problem: string | null = null): Standing => ({
  status,
  problem,
  verified_by: status === 'not_verified' ? null : 'txt',
});

const NEW = standing('not_verified');
const VERIFIED = standing('verified');
const LIVE = standing('live');

describe('a later check', () => {
  test.each<[string, Standing, Evidence, 'ours' | 'someone_else' | 'no_answer' | 'not_tried', Standing]>([
    ['nothing there', NEW, GONE, 'not_tried', standing('not_verified', MISSES.no_record)],
    ['a record appears', standing('not_verified', MISSES.no_record), PROOF, 'not_tried', VERIFIED],
    ['DNS and HTTPS at once', NEW, PROOF, 'ours', LIVE],
    ['no certificate yet', VERIFIED, PROOF, 'no_answer', standing('verified', UNREACHED.no_answer)],
    ['another server', VERIFIED, PROOF, 'someone_else', standing('verified', UNREACHED.someone_else)],
    ['the certificate comes', standing('verified', UNREACHED.no_answer), PROOF, 'ours', LIVE],
    ['all well', LIVE, PROOF, 'ours', LIVE],
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
      { miss: 'leads_elsewhere', leadsHere: false },
      'ours',
      standing('not_verified', MISSES.leads_elsewhere),
    ],
    ['back after a miss', standing('live', MISSES.no_record), PROOF, 'ours', LIVE],
    ['a first failure of HTTPS', LIVE, PROOF, 'no_answer', standing('live', UNREACHED.no_answer)],
    [
      'a second failure of HTTPS',
      standing('live', UNREACHED.no_answer),
      PROOF,
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
    ['voices after silence', standing('live', SILENCE), PROOF, 'ours', LIVE],
  ])('%s', (_name, now, evidence, https, next) => {
    expect(decideStatus(now, { evidence, https, isLater: true })).toEqual(next);
  });

  test.each(['not_tried', 'ours'] as const)('a CNAME record alone verifies nothing: %s', (https) => {
    const next = decideStatus(NEW, { evidence: ONLY_CNAME, https, isLater: true });
    expect(next).toEqual(standing('not_verified', MISSES.no_text));
  });

  test('a CNAME record keeps nothing alive once the TXT record is gone', () => {
    const first = decideStatus(LIVE, { evidence: ONLY_CNAME, https: 'ours', isLater: true });
    expect(first).toEqual(standing('live', MISSES.no_text));
    const second = decideStatus(first, { evidence: ONLY_CNAME, https: 'ours', isLater: true });
    expect(second).toEqual(standing('not_verified', MISSES.no_text));
  });
});

describe('a domain that was verified by its CNAME record before', () => {
  const OLD: Standing = { ...LIVE, verified_by: 'cname' };
  const check = (now: Standing, evidence: Evidence) =>
    decideStatus(now, { evidence, https: 'ours', isLater: true });

  test('stays live while the record leads here, and is told what to add', () => {
    const first = check(OLD, ONLY_CNAME);
    expect(first).toEqual({ ...OLD, problem: UNPROVEN });
    expect(check(first, { miss: 'wrong_text', leadsHere: true })).toEqual(first);
  });

  test('is no longer live after two failures of HTTPS in a row, and says why', () => {
    const fail = (now: Standing) =>
      decideStatus(now, { evidence: ONLY_CNAME, https: 'no_answer', isLater: true });
    const first = fail({ ...OLD, problem: UNPROVEN });
    expect(first).toEqual({ ...OLD, problem: UNREACHED.no_answer });
    expect(fail(first)).toEqual({ ...OLD, status: 'verified', problem: UNREACHED.no_answer });
  });

  test('one failure of HTTPS is forgotten by the next success', () => {
    const failed = { ...OLD, problem: UNREACHED.no_answer };
    expect(check(failed, ONLY_CNAME)).toEqual({ ...OLD, problem: UNPROVEN });
  });

  test('is lost after two checks without it', () => {
    const first = check({ ...OLD, problem: UNPROVEN }, GONE);
    expect(first).toEqual({ ...OLD, problem: MISSES.no_record });
    expect(check(first, GONE)).toEqual(standing('not_verified', MISSES.no_record));
  });

  test('is verified by its TXT record from the first check that finds it', () => {
    expect(check({ ...OLD, problem: UNPROVEN }, PROOF)).toEqual(LIVE);
  });
});

test.each<[Standing, Evidence]>([
  [standing('live', MISSES.no_record), GONE],
  [standing('live', UNREACHED.no_answer), PROOF],
])('a check at the same time as another takes nothing away: %j', (now, evidence) => {
  expect(decideStatus(now, { evidence, https: 'no_answer', isLater: false })).toEqual(now);
});
