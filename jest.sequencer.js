import TestSequencer from '@jest/test-sequencer';

/** Tests that take half a minute or longer: at the end of a run, one of them would leave the other worker idle. */
const longest = [
  'helm/test/processes/rendered-deployment',
  'tools/canary/canary',
  'services/identity/test/identity',
  'tools/test-runner/interrupt',
  'web/src/features/dashboard/sending/live-transfers',
  'services/billing/test/webhooks.property',
  'web/src/features/auth/login-page',
];

/** Jest starts with the tests that took longest in the last run; a first run has only their sizes. */
export default class LongestFirst extends TestSequencer {
  /** @param {import('@jest/test-result').Test[]} tests */
  sort(tests) {
    const rank = ({ path }) => {
      const at = longest.findIndex((name) => path.includes(name));
      return at < 0 ? longest.length : at;
    };
    return super.sort(tests).sort((one, other) => rank(one) - rank(other));
  }
}
