import type { Authority, JoinRequest, Verdict } from '../../src/access/authorize.js';
import { closeReasons, type CloseReason } from '../../src/protocol/close-codes.js';

/**
 * Lets in whoever says so: the password `owner` makes the sender, `guest` a receiver known by its peer id, and
 * `guest:<name>` a receiver known by that name. Grants work alike. Everything else is a wrong password.
 */
export interface FakeAuthority extends Authority {
  /** What was asked, newest last. */
  readonly requests: JoinRequest[];
  shareExpiresAtMs: number | undefined;
  assertedAtMs: (() => number) | undefined;
  /** While set, nobody gets in. */
  refuseWith: CloseReason | undefined;
  /** While set, answers wait. */
  hold: Promise<void> | undefined;
}

const verdictFor = (request: JoinRequest, fake: FakeAuthority): Verdict => {
  if (fake.refuseWith) return { outcome: 'refused', closeReason: fake.refuseWith };
  const credential = request.grant === '' ? request.password : request.grant;
  const [kind, name = request.peerId] = credential.split(':');
  if (kind !== 'owner' && kind !== 'guest') {
    return { outcome: 'refused', closeReason: closeReasons.accessDenied };
  }
  return {
    outcome: 'admitted',
    role: kind === 'owner' ? 'sender' : 'receiver',
    viewerId: name,
    assertedAtMs: fake.assertedAtMs?.() ?? Date.now(),
    shareExpiresAtMs: fake.shareExpiresAtMs,
    by: request.grant === '' ? 'password' : 'grant',
  };
};

export const createFakeAuthority = (): FakeAuthority => {
  const requests: JoinRequest[] = [];
  const fake: FakeAuthority = {
    requests,
    shareExpiresAtMs: undefined,
    assertedAtMs: undefined,
    refuseWith: undefined,
    hold: undefined,
    authorise: async (request) => {
      requests.push(request);
      await fake.hold;
      return verdictFor(request, fake);
    },
  };
  return fake;
};
