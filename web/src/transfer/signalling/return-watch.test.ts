import type { EngineEnv } from '../support/env.js';
import type { FailureCode } from '../support/failures.js';
import { createFakeClock } from '../test/support/clocks/fake-clock.js';
import { watchReturn } from './return-watch.js';

/** Whether a new connection can cure the failure. */
const isCurable: Record<FailureCode, boolean> = {
  'max-retries': true,
  'peer-unreachable': true,
  'signalling-unavailable': true,
  'channel-error': true,
  'channel-not-ready': true,
  'webrtc-unavailable': false,
  'offer-failed': true,
  'offer-processing-failed': true,
  'answer-processing-failed': true,
  'invalid-server-message': false,
  'invalid-offer': false,
  'access-denied': false,
  'share-closed': false,
  'password-changed': false,
  replaced: false,
  'file-unreadable': false,
  'protocol-violation': false,
  'digest-mismatch': false,
  'claim-refuted': false,
  'stored-part-invalid': false,
  'size-mismatch': false,
  'file-changed': false,
  'storage-full': false,
  'no-room-to-save': false,
  'not-saved-there': false,
  'permission-lost': false,
  'blocked-here': false,
  'sink-failed': false,
  'sink-stalled': false,
  'sink-cancelled': false,
  'not-restartable': false,
  'too-large-for-memory': false,
  'too-slow': false,
  'sender-unproven': false,
  'receiver-unproven': false,
  'refused-by-recipient': false,
  'refused-by-sender': false,
  'file-differs': false,
  'file-refused': false,
  'cancelled-by-peer': false,
  'declined-by-sender': false,
  'ended-here': false,
  'declined-here': false,
  'unreadable-at-sender': false,
  'full-at-recipient': false,
  'not-saved-at-recipient': false,
  'blocked-at-recipient': false,
  'failed-at-peer': false,
  unexpected: false,
};

const watchSession = (code: string | null) => {
  const clock = createFakeClock();
  let comeBack: (cause: 'foreground' | 'online') => void = () => undefined;
  const env: Pick<EngineEnv, 'clock' | 'onReturn'> = {
    clock,
    onReturn: (callback) => {
      comeBack = callback;
      return () => undefined;
    },
  };
  const calls: string[] = [];
  watchReturn(env as EngineEnv, {
    error: () => (code === null ? null : { code }),
    reconnectNow: () => calls.push('reconnect'),
    retry: () => calls.push('retry'),
  });
  return { calls, clock, comeBack: (cause: 'foreground' | 'online') => comeBack(cause) };
};

describe('a session whose page returns to the foreground', () => {
  it.each(Object.entries(isCurable).filter(([, isRetried]) => isRetried))(
    'retries after %s, one second later [4.81, 9.22]',
    (code) => {
      const { calls, clock, comeBack } = watchSession(code);
      comeBack('foreground');
      clock.advance(999);
      expect(calls).toEqual([]);
      clock.advance(1);
      expect(calls).toEqual(['retry']);
    },
  );

  it.each(Object.entries(isCurable).filter(([, isRetried]) => !isRetried))(
    'leaves %s final [4.81]',
    (code) => {
      const { calls, clock, comeBack } = watchSession(code);
      comeBack('foreground');
      comeBack('online');
      clock.advance(60_000);
      expect(calls).not.toContain('retry');
    },
  );

  it.each(['room-full', 'unavailable', 'too-many-sockets'])(
    'retries after the retryable refusal %s',
    (code) => {
      const { calls, clock, comeBack } = watchSession(code);
      comeBack('foreground');
      clock.advance(1_000);
      expect(calls).toEqual(['retry']);
    },
  );

  it('retries once when it returns several times within the second', () => {
    const { calls, clock, comeBack } = watchSession('peer-unreachable');
    for (let n = 0; n < 5; n += 1) comeBack('foreground');
    clock.advance(60_000);
    expect(calls).toEqual(['retry']);
  });

  it('reconnects its signalling without delay while it has no error', () => {
    const { calls, comeBack } = watchSession(null);
    comeBack('foreground');
    expect(calls).toEqual(['reconnect']);
  });
});
