/** What test files get as `@jest/globals`. jest-circus has other functions for each test file. */
export let { jest, expect, describe, it, test, beforeAll, beforeEach, afterAll, afterEach } =
  globalThis;

/** At the beginning of a test file. */
export const updateGlobals = () => {
  ({ jest, expect, describe, it, test, beforeAll, beforeEach, afterAll, afterEach } = globalThis);
};
