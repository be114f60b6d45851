import { signAssertion, type SigningKeys } from '@tandem/kit';
import { assertionAudiences } from '@tandem/proto/assertion';
import type { Authenticated } from './session/authenticate.js';

export interface Assertions {
  /** The authority of the user, for use by the calling service. */
  issue(authenticated: Authenticated, presenter: string): string;
}

/**
 * Signs once per cached authentication and presenter, so that further requests within these seconds cost no signature.
 * A returned assertion therefore remains valid for at least its lifetime minus that of the cache.
 */
export const createAssertions = (options: { keys: SigningKeys; now?: () => Date }): Assertions => {
  const { keys, now = () => new Date() } = options;
  const issued = new WeakMap<Authenticated, Map<string, string>>();

  const sign = ({ user, sessionId, signedInAt }: Authenticated, presenter: string) =>
    signAssertion(
      { uid: user.uid, isAdmin: user.isAdmin, sessionId, signedInAt },
      { keys, presenter, audience: assertionAudiences[presenter] ?? [], now: now() },
    );

  return {
    issue: (authenticated, presenter) => {
      const known = issued.get(authenticated) ?? new Map<string, string>();
      issued.set(authenticated, known);
      const assertion = known.get(presenter) ?? sign(authenticated, presenter);
      known.set(presenter, assertion);
      return assertion;
    },
  };
};
