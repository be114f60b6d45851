/**
 * Audience of the assertion that each caller of `Authenticate` receives: the services whose methods it calls for users.
 * deploy/callers.test.ts compares it with the options of the methods.
 */
export const assertionAudiences: Readonly<Record<string, readonly string[]>> = {
  gateway: ['identity', 'shares', 'billing', 'audit', 'analytics', 'turn-credentials'],
  signalling: ['shares'],
};
