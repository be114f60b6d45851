/** What the sending and the receiving session have in common. */

import type { TransferReport } from '@tandem/proto/browser/http/transfer-report';

/**
 * How a socket joins the share's room. On our own origin the owner's session cookie is enough. `grant` rejects with an
 * EngineFailure when the access is refused, which is final; after any other rejection the client tries again.
 */
export type JoinCredentials =
  | { kind: 'cookie' }
  | { kind: 'password'; password: string }
  | { kind: 'grant'; grant: () => Promise<string> };

/** The speed limit that a user sets for transfers; `null` and `false` mean no limit. */
export interface RateSetting {
  bytesPerSecond: number | null;
  /** Shrink while other flows fill the bottleneck's queue, instead of competing with them. */
  isYielding: boolean;
}

export const unlimited: RateSetting = { bytesPerSecond: null, isYielding: false };

export interface SessionOptions {
  shareId: string;
  /** For example wss://host/ws. */
  signallingUrl: string;
  credentials: JoinCredentials;
  /** STUN servers followed by TURN servers; must not reject. */
  iceServers: () => Promise<RTCIceServer[]>;
  /** Starts a W3C trace; its header value goes into the join frame. */
  newTraceparent?: () => string;
  /** Called once per completed transfer. */
  onReport?: (report: TransferReport) => void;
}

export interface Session<Snapshot> {
  getSnapshot(): Snapshot;
  /** Called after every change, at most once per animation frame for progress. Returns unsubscribe. */
  subscribe(listener: () => void): () => void;
  /** Start again from `error`; what is durable is kept. */
  retry(): void;
  pause(): void;
  resume(): void;
  /** Limits the rate of the transfers of this side, while they run. */
  setLimit(setting: RateSetting): void;
  /** Notify the peer and release sockets, connections and sinks. Idempotent. */
  close(): void;
}

/** Binds the methods, so that they can be passed as callbacks. */
export const bindSession = <Snapshot>(session: Session<Snapshot>): Session<Snapshot> => ({
  getSnapshot: () => session.getSnapshot(),
  subscribe: (listener) => session.subscribe(listener),
  retry: () => session.retry(),
  pause: () => session.pause(),
  resume: () => session.resume(),
  setLimit: (setting) => session.setLimit(setting),
  close: () => session.close(),
});
