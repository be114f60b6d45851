/** What test files get as `@jest/globals`. jest-circus has other functions for each test file. */
export let { jest, expect, describe, it, test, beforeAll, beforeEach, afterAll, afterEach } =
  globalThis;

/** Takes the functions of the test file that begins. */
export const updateGlobals = () => {
  ({ jest, expect, describe, it, test, beforeAll, beforeEach, afterAll, afterEach } = globalThis);
};
