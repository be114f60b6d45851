/** Limits of the signalling socket that clients must respect. */
export const signallingLimits = {
  /** Bytes of one frame. */
  frameBytes: 64 * 1024,
  /** Bytes of the payload of an offer or answer. */
  sdpBytes: 32 * 1024,
  /** Bytes of the payload of a candidate. */
  candidateBytes: 8 * 1024,
  /** Characters of the string `candidate` in it. */
  candidateChars: 4096,
  /** Characters of `connection` and `offerId`, which a sender chooses. */
  referenceLength: 128,
  /** Messages per second and counterpart, and the burst above it. */
  messagesPerSecond: 20,
  messageBurst: 60,
  /** A longer frame counts as several messages: one for each started unit of this many bytes. */
  bytesPerMessage: 1024,
  /** Signals that a client keeps until it has joined, and then sends together. */
  queuedSignals: 128,
  /** Joins of one network (IPv4 address, IPv6 /64) at one server per second, and the burst above it. */
  joinsPerSecond: 20,
  joinBurst: 512,
  /** Receivers of one network (IPv4 /24, IPv6 /48) that enter one room per second, and the burst above it. */
  roomJoinsPerSecond: 1,
  roomJoinBurst: 64,
  /** Time from the open socket to its join. */
  joinDeadlineMs: 10_000,
  /** The server closes a socket after this time without a frame. */
  idleSeconds: 60,
  /** Characters of a peer ID, which the client chooses. */
  peerIdLength: 64,
  /** A recipient that only checks the connection has left by then; the server closes its socket a little later. */
  checkMs: 15_000,
} as const;

/**
 * Begins the peer IDs of recipients that only check the connection: a sender offers them no file (docs/protocol.md,
 * 1.5).
 */
export const checkIdPrefix = 'check-';

export const isCheckId = (peerId: string): boolean => peerId.startsWith(checkIdPrefix);
