/**
 * Whether the sender is there, and by which route its browser can be reached, before anything is downloaded:
 *
 *     join as a check ─▶ the sender offers ─▶ ICE connects ─▶ the route settles ─▶ leave
 */

import { checkIdPrefix } from '@tandem/proto/browser/signalling-limits';
import type { ConnectionType } from '@tandem/proto/browser/transfers';
import { fixedIceServers } from '../connection/ice-servers.js';
import { PeerConnection, type PeerConnectionEvent } from '../connection/peer-connection.js';
import { SignallingClient, type SignallingEvent } from '../signalling/client.js';
import { isRevocation } from '../signalling/close-codes.js';
import { pushBounded, type Signal } from '../signalling/messages.js';
import { checkDeadlineMs, checkSettleMs, peersGraceMs } from '../support/constants.js';
import { browserEnv, type EngineEnv, type TimerId } from '../support/env.js';
import { engineError, type EngineError } from '../support/failures.js';
import type { SessionOptions } from '../support/session.js';

export type ConnectionCheck =
  | { result: 'connected'; route: ConnectionType; rttMs: number | null }
  /** No sender is online. */
  | { result: 'absent' }
  /** The sender is in the room, but its page sends nothing: its device sleeps, or it answers others first. */
  | { result: 'silent' }
  /** The sender is online, but the networks block the connection. */
  | { result: 'unreachable' }
  /** A download would end with this error as well: the server refuses this page, or the browser has no WebRTC. */
  | { result: 'refused'; error: EngineError }
  /** The server did not answer. */
  | { result: 'failed' };

export interface CheckOptions extends Pick<
  SessionOptions,
  'shareId' | 'signallingUrl' | 'credentials' | 'iceServers' | 'newTraceparent'
> {
  /** Ends the check, as `failed`. */
  signal: AbortSignal;
}

/** Never rejects, and ends within `checkDeadlineMs`. @param env replaced outside browsers. */
export const checkConnection = (
  options: CheckOptions,
  env: EngineEnv = browserEnv(),
): Promise<ConnectionCheck> =>
  new Promise((resolve) => {
    const { shareId, signallingUrl, credentials, newTraceparent, iceServers, signal } = options;
    const { clock } = env;
    const timers: TimerId[] = [];
    const early: Signal[] = [];
    let peer: PeerConnection | null = null;
    let sender: string | null = null;
    let isOver = false;
    let isUp = false;
    let absence: TimerId | undefined;

    const end = (check: ConnectionCheck): void => {
      if (isOver) return;
      isOver = true;
      for (const timer of [...timers, absence]) clock.clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      peer?.close();
      client.close();
      resolve(check);
    };
    const onAbort = (): void => end({ result: 'failed' });

    /** The first pair that works may be the relay's, until a direct one is found. */
    const onUp = (connection: PeerConnection): void => {
      isUp = true;
      const settle = async (): Promise<void> => {
        const { connectionType, rttMs } = await connection.stats();
        end({ result: 'connected', route: connectionType, rttMs });
      };
      timers.push(clock.setTimeout(() => void settle(), checkSettleMs));
    };

    const open = (servers: RTCIceServer[], to: string): void => {
      if (isOver) return;
      const onEvent = (event: PeerConnectionEvent): void => {
        if (event.type === 'unreachable') end({ result: 'unreachable' });
        else if (event.type === 'path' && event.isUp) onUp(connection);
      };
      let connection: PeerConnection;
      try {
        connection = new PeerConnection({
          role: 'answer',
          iceServers: fixedIceServers(servers),
          env,
          send: (each) => client.send(each, to),
          onEvent,
        });
      } catch {
        end({ result: 'refused', error: engineError('webrtc-unavailable') });
        return;
      }
      peer = connection;
      for (const each of early.splice(0)) connection.receive(each);
    };

    /** A server announces members on other servers only after `joined`. */
    const onPresence = (isPresent: boolean): void => {
      clock.clearTimeout(absence);
      if (!isPresent) absence = clock.setTimeout(() => end({ result: 'absent' }), peersGraceMs);
    };

    const onSignal = (from: string, received: Signal): void => {
      onPresence(true);
      if (sender === null) {
        sender = from;
        void iceServers().then((servers) => open(servers, from));
      }
      if (from !== sender) return;
      if (peer === null) pushBounded(early, received);
      else peer.receive(received);
    };

    const onFailed = (error: EngineError): void => {
      const isRefused = error.code === 'access-denied' || isRevocation(error);
      end(isRefused ? { result: 'refused', error } : { result: 'failed' });
    };

    const onEvent = (event: SignallingEvent): void => {
      if (event.type === 'failed') onFailed(event.error);
      else if (event.type === 'signal') onSignal(event.from, event.signal);
      else if (event.type === 'peer-left' && event.peer.peerId === sender)
        end({ result: 'absent' });
      else if (event.type === 'peer-joined' && event.peer.role === 'sender') onPresence(true);
      else if (event.type === 'joined') {
        hasJoined = true;
        onPresence(event.peers.some(({ role }) => role === 'sender'));
      }
    };

    let hasJoined = false;
    const client = new SignallingClient({
      url: signallingUrl,
      shareId,
      peerId: checkIdPrefix + env.randomId(),
      credentials,
      newTraceparent,
      env,
      onEvent,
    });
    timers.push(
      clock.setTimeout(() => {
        if (isUp) end({ result: 'connected', route: 'unknown', rttMs: null });
        else if (!hasJoined) end({ result: 'failed' });
        else end({ result: sender === null ? 'silent' : 'unreachable' });
      }, checkDeadlineMs),
    );
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    else client.connect();
  });
