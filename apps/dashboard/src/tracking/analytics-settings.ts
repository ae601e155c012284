/** The numbers of the specification for product analytics and session replay, in one place. */
export const ANALYTICS_BATCH_SIZE = 50;
export const ANALYTICS_FLUSH_MS = 5_000;
export const ANALYTICS_TIMEOUT_MS = 90_000;
export const ANALYTICS_COOKIE_DAYS = 365;
export const REPLAY_MAX_MS = 24 * 60 * 60 * 1000;
export const REPLAY_IDLE_MS = 30 * 60 * 1000;
export const REPLAY_MASK_INPUTS = true;

/** Put this class on one-time secrets: the recorder leaves such elements out. */
export const REPLAY_BLOCK_CLASS = 'mp-block';

/** Our own server forwards from here to the configured upstream. */
export const INGEST_PATH = '/ingest';
