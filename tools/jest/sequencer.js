import TestSequencer from '@jest/test-sequencer';

/**
 * Tests that take a quarter of a minute or longer: at the end of a run, one of them would leave the other workers idle.
 * Those that need both processors alternate with those that mostly wait.
 */
const longest = [
  'helm/test/processes/rendered-deployment',
  'web/src/transfer/test/rate-limit',
  'web/src/transfer/test/plain-peer',
  'web/src/transfer/test/engine-to-engine',
  'tools/canary/canary',
  'tools/test-runner/interrupt',
  'web/src/transfer/test/sessions',
  'helm/test/processes/start-up',
  'web/src/transfer/test/trust/receipt',
  'web/src/transfer/test/saving',
  'tools/attacks/strangers',
  'services/signalling/test/fuzz',
  'services/identity/test/identity',
  'services/shares/test/access',
  'services/analytics/test/million',
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
