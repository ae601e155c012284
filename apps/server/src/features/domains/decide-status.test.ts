import { describe, expect, test } from 'vitest';
import { type DomainState, decideStatus, type Evidence } from './decide-status.ts';
import { MISSES, SILENCE, UNPROVEN, UNREACHED } from './problems.ts';

const PROOF: Evidence = { by: 'txt' };
const GONE: Evidence = { miss: 'no_record', leadsHere: false };
const ONLY_CNAME: Evidence = { miss: 'no_text', leadsHere: true };

const stateOf = (status: DomainState['status'], problem: string | null = null): DomainState => ({
  status,
  problem,
  verified_by: status === 'not_verified' ? null : 'txt',
});

const NEW = stateOf('not_verified');
const VERIFIED = stateOf('verified');
const LIVE = stateOf('live');

describe('a later check', () => {
  test.each<
    [string, DomainState, Evidence, 'ours' | 'someone_else' | 'no_answer' | 'not_tried', DomainState]
  >([
    ['nothing there', NEW, GONE, 'not_tried', stateOf('not_verified', MISSES.no_record)],
    ['a record appears', stateOf('not_verified', MISSES.no_record), PROOF, 'not_tried', VERIFIED],
    ['DNS and HTTPS at once', NEW, PROOF, 'ours', LIVE],
    ['no certificate yet', VERIFIED, PROOF, 'no_answer', stateOf('verified', UNREACHED.no_answer)],
    ['another server', VERIFIED, PROOF, 'someone_else', stateOf('verified', UNREACHED.someone_else)],
    ['the certificate comes', stateOf('verified', UNREACHED.no_answer), PROOF, 'ours', LIVE],
    ['all well', LIVE, PROOF, 'ours', LIVE],
    ['a first miss', LIVE, GONE, 'ours', stateOf('live', MISSES.no_record)],
    [
      'a first miss without HTTPS',
      stateOf('verified', UNREACHED.no_answer),
      GONE,
      'no_answer',
      stateOf('verified', MISSES.no_record),
    ],
    [
      'a second miss, whatever its kind',
      stateOf('live', MISSES.no_record),
      { miss: 'leads_elsewhere', leadsHere: false },
      'ours',
      stateOf('not_verified', MISSES.leads_elsewhere),
    ],
    ['back after a miss', stateOf('live', MISSES.no_record), PROOF, 'ours', LIVE],
    ['a first failure of HTTPS', LIVE, PROOF, 'no_answer', stateOf('live', UNREACHED.no_answer)],
    [
      'a second failure of HTTPS',
      stateOf('live', UNREACHED.no_answer),
      PROOF,
      'someone_else',
      stateOf('verified', UNREACHED.someone_else),
    ],
    ['silence proves nothing', LIVE, 'silent', 'ours', stateOf('live', SILENCE)],
    ['silence of a new one', NEW, 'silent', 'not_tried', stateOf('not_verified', SILENCE)],
    [
      'silence never takes ownership away',
      stateOf('verified', SILENCE),
      'silent',
      'no_answer',
      stateOf('verified', SILENCE),
    ],
    [
      'long silence ends being live',
      stateOf('live', SILENCE),
      'silent',
      'no_answer',
      stateOf('verified', SILENCE),
    ],
    [
      'a miss after silence is a first one',
      stateOf('live', SILENCE),
      GONE,
      'ours',
      stateOf('live', MISSES.no_record),
    ],
    ['voices after silence', stateOf('live', SILENCE), PROOF, 'ours', LIVE],
  ])('%s', (_name, now, evidence, https, next) => {
    expect(decideStatus(now, { evidence, https, isLater: true })).toEqual(next);
  });

  test.each(['not_tried', 'ours'] as const)('a CNAME record alone verifies nothing: %s', (https) => {
    const next = decideStatus(NEW, { evidence: ONLY_CNAME, https, isLater: true });
    expect(next).toEqual(stateOf('not_verified', MISSES.no_text));
  });

  test('a CNAME record keeps nothing alive once the TXT record is gone', () => {
    const first = decideStatus(LIVE, { evidence: ONLY_CNAME, https: 'ours', isLater: true });
    expect(first).toEqual(stateOf('live', MISSES.no_text));
    const second = decideStatus(first, { evidence: ONLY_CNAME, https: 'ours', isLater: true });
    expect(second).toEqual(stateOf('not_verified', MISSES.no_text));
  });
});

describe('a domain that was verified by its CNAME record before', () => {
  const OLD: DomainState = { ...LIVE, verified_by: 'cname' };
  const check = (now: DomainState, evidence: Evidence) =>
    decideStatus(now, { evidence, https: 'ours', isLater: true });

  test('stays live while the record leads here, and its problem says what to add', () => {
    const first = check(OLD, ONLY_CNAME);
    expect(first).toEqual({ ...OLD, problem: UNPROVEN });
    expect(check(first, { miss: 'wrong_text', leadsHere: true })).toEqual(first);
  });

  test('is no longer live after two failures of HTTPS in a row, and says why', () => {
    const fail = (now: DomainState) =>
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
    expect(check(first, GONE)).toEqual(stateOf('not_verified', MISSES.no_record));
  });

  test('is verified by its TXT record from the first check that finds it', () => {
    expect(check({ ...OLD, problem: UNPROVEN }, PROOF)).toEqual(LIVE);
  });
});

test.each<[DomainState, Evidence]>([
  [stateOf('live', MISSES.no_record), GONE],
  [stateOf('live', UNREACHED.no_answer), PROOF],
])('a check at the same time as another takes nothing away: %j', (now, evidence) => {
  expect(decideStatus(now, { evidence, https: 'no_answer', isLater: false })).toEqual(now);
});
