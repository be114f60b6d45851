import type { Authorize, JoinRequest, Verdict } from '../../src/access/authorize.js';
import { closeReasons, type CloseReason } from '../../src/protocol/close-codes.js';

/**
 * Decides by the credential, a password or a grant: `owner` is the sender, `guest` a receiver with its peer ID as viewer
 * ID, `guest:<viewerId>` a receiver with that viewer ID. Anything else is refused.
 */
export interface FakeAuthorize {
  readonly authorize: Authorize;
  /** In order of arrival. */
  readonly requests: JoinRequest[];
  shareExpiresAtMs: number | undefined;
  shareEpoch: number;
  /** Session of senders. */
  sessionId: string;
  assertedAtMs: (() => number) | undefined;
  /** While set, every join is refused. */
  refuseWith: CloseReason | undefined;
  /** While pending, no verdict is returned. */
  hold: Promise<void> | undefined;
}

const verdictFor = (request: JoinRequest, fake: FakeAuthorize): Verdict => {
  if (fake.refuseWith) return { outcome: 'refused', closeReason: fake.refuseWith };
  const credential = request.grant === '' ? request.password : request.grant;
  const [kind, viewerId = request.peerId] = credential.split(':');
  if (kind !== 'owner' && kind !== 'guest') {
    return { outcome: 'refused', closeReason: closeReasons.accessDenied };
  }
  return {
    outcome: 'admitted',
    role: kind === 'owner' ? 'sender' : 'receiver',
    viewerId,
    assertedAtMs: fake.assertedAtMs?.() ?? Date.now(),
    shareExpiresAtMs: fake.shareExpiresAtMs,
    shareEpoch: fake.shareEpoch,
    sessionId: kind === 'owner' ? fake.sessionId : '',
    credential: request.grant === '' ? 'password' : 'grant',
  };
};

export const createFakeAuthorize = (): FakeAuthorize => {
  const requests: JoinRequest[] = [];
  const fake: FakeAuthorize = {
    requests,
    shareExpiresAtMs: undefined,
    shareEpoch: 0,
    sessionId: '',
    assertedAtMs: undefined,
    refuseWith: undefined,
    hold: undefined,
    authorize: async (request) => {
      requests.push(request);
      await fake.hold;
      return verdictFor(request, fake);
    },
  };
  return fake;
};
