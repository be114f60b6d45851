import { setSession, type Identity } from '../src/lib/account/session.js';

/** An identity provider with one user, who has a password and a verified address and no second factor. */
export const fakeIdentity = (part: Partial<Identity> = {}): Identity => ({
  restoreSession: () => Promise.resolve(),
  followAccount: () => Promise.resolve(),
  hasPassword: () => Promise.resolve(true),
  confirmPassword: () => Promise.resolve(),
  changePassword: () => Promise.resolve(),
  changeName: () => Promise.resolve(),
  isEmailVerified: () => Promise.resolve(true),
  sendVerificationEmail: () => Promise.resolve(),
  secondFactor: () => Promise.resolve(null),
  startSecondFactor: () => Promise.reject(new Error('The test names no second factor.')),
  removeSecondFactor: () => Promise.resolve(),
  currentIdToken: () => Promise.resolve('id-token'),
  endSession: () => {
    setSession({ status: 'visitor' });
    return Promise.resolve();
  },
  leaveDeletedAccount: () => {
    setSession({ status: 'visitor' });
    return Promise.resolve();
  },
  ...part,
});
