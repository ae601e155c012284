/** npm run test:full asks for tests at their greatest length; what is shortened without it says so by this. */
export const IS_FULL = process.env.TEST_FULL === '1';
