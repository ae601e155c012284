/** Of package.json; package.test.ts compares them. */
export const VERSION = '0.1.0';
