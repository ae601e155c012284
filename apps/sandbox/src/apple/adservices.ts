import { z } from 'zod';

const AdServicesAnswer = z.object({ status: z.int().min(200).max(599), body: z.unknown().optional() });
export type AdServicesAnswer = z.infer<typeof AdServicesAnswer>;

/** The answers to a token, in order; the last one repeats. */
export const Script = z.object({
  token: z.string().min(1),
  answers: z.array(AdServicesAnswer).min(1).max(20),
});
export type Script = z.infer<typeof Script>;

export type TokenRequest = { at: string; token: string; status: number };
export type Violation = { at: string; error: string };

export type AdServices = {
  /** Replaces the answers to the token. */
  script(token: string, ...answers: AdServicesAnswer[]): void;
  /** The next answer to this token; Apple claims nothing about a token without answers. */
  answer(token: string): AdServicesAnswer;
  refuse(error: string): void;
  requests(): TokenRequest[];
  violations(): Violation[];
  clear(): void;
};

const NOT_ATTRIBUTED: AdServicesAnswer = { status: 200, body: { attribution: false } };

/** An answer in which Apple claims an install; the ids are examples. */
export function attributed(given: Record<string, unknown> = {}): AdServicesAnswer {
  return {
    status: 200,
    body: {
      attribution: true,
      orgId: 40669820,
      campaignId: 542370539,
      adGroupId: 542317095,
      keywordId: 87675432,
      adId: 542317136,
      countryOrRegion: 'IN',
      conversionType: 'Download',
      claimType: 'Click',
      ...given,
    },
  };
}

export function createAdServices(): AdServices {
  const scripts = new Map<string, AdServicesAnswer[]>();
  let requests: TokenRequest[] = [];
  let violations: Violation[] = [];
  const now = () => new Date().toISOString();
  return {
    script(token, ...answers) {
      scripts.set(token, [...answers]);
    },
    answer(token) {
      const answers = scripts.get(token) ?? [];
      const next = (answers.length > 1 ? answers.shift() : answers[0]) ?? NOT_ATTRIBUTED;
      requests.push({ at: now(), token, status: next.status });
      return next;
    },
    refuse(error) {
      violations.push({ at: now(), error });
    },
    requests: () => [...requests],
    violations: () => [...violations],
    clear() {
      scripts.clear();
      requests = [];
      violations = [];
    },
  };
}
