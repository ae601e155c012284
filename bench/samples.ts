/** What the client sends requests about; written to a file, so that it can be read by another process. */
export interface Samples {
  slugs: string[];
  installs: { token: string; installId: string; installedAt: number }[];
  clicks: { token: string; signed: string; ip: string; advertisingId: string | null; clickedAt: number }[];
}

export type RequestKind = 'clicks' | 'singles' | 'batches' | 'installs';

/** Events in one request. */
export const BATCH_SIZE = 50;
/** One in a hundred items is a repeat. */
export const REPEAT_EVERY = 100;
export const EVENT_PREFIX = 'bench_';

export const AGENTS = [
  'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/127.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 12; RMX3085) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 11; Redmi Note 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36',
];

/** Addresses come from four networks of 65,536 each. */
export const NETWORKS = ['49.36', '106.51', '103.21', '157.48'];
