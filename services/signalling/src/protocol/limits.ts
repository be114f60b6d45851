/**
 * Every limit of a socket and every reason we end one, in one place. Clients decide by the code whether coming
 * back makes sense; people read the sentence.
 */
export const limits = {
  /** Bytes of one frame. */
  frameBytes: 64 * 1024,
  /** Bytes of the payload of an offer or answer. */
  sdpBytes: 32 * 1024,
  /** Messages per second a socket may send for each counterpart it talks to, and how many at once. */
  messagesPerSecond: 20,
  messageBurst: 60,
  joinDeadlineMs: 10_000,
  /** Receivers in one room, beside its one sender. */
  receiversPerRoom: 32,
  /** Open sockets of one address (IPv4 address, IPv6 /64). Many people can sit behind one address. */
  socketsPerAddress: 512,
  /** Bytes waiting for a client that does not read. */
  backpressureBytes: 256 * 1024,
  /** Seconds without any frame or pong before a socket counts as dead; clients ping every 25 s. */
  idleSeconds: 60,
  /** Characters. Peer ids are chosen by the client. */
  peerIdLength: 64,
  shareIdLength: 64,
  passwordLength: 256,
} as const;

/**
 * What uWebSockets.js enforces itself, with close code 1006 and no sentence. Above our own limits, so that an honest
 * mistake gets the better answer.
 */
export const hardLimits = {
  frameBytes: 2 * limits.frameBytes,
  backpressureBytes: limits.backpressureBytes + limits.frameBytes,
} as const;

export interface Ending {
  /** WebSocket close code. */
  readonly code: number;
  /** Stable name, sent in the error frame before the close. */
  readonly reason: string;
  readonly message: string;
  /** Coming back with the same request can succeed. */
  readonly isRetryable: boolean;
}

const ending = (code: number, reason: string, message: string, isRetryable = false): Ending => ({
  code,
  reason,
  message,
  isRetryable,
});

export const endings = {
  draining: ending(1012, 'draining', 'The server is restarting; please reconnect.', true),
  malformed: ending(4000, 'malformed-frame', 'The message is not a valid signalling frame.'),
  joinTimeout: ending(4001, 'join-timeout', 'No join arrived within 10 seconds.', true),
  joinFirst: ending(4002, 'join-first', 'The first message must be a join.'),
  accessDenied: ending(4003, 'access-denied', 'Invalid password or expired link.'),
  shareEnded: ending(4004, 'share-ended', 'This share was stopped, deleted or has expired.'),
  replaced: ending(4005, 'replaced', 'The same person connected again from elsewhere.'),
  peerIdTaken: ending(
    4006,
    'peer-id-taken',
    'Somebody else uses this peer id in this share.',
    true,
  ),
  roomFull: ending(4007, 'room-full', 'Too many people are connected to this share.', true),
  tooManyAttempts: ending(
    4008,
    'too-many-attempts',
    'Too many attempts; please wait before trying again.',
    true,
  ),
  frameTooLarge: ending(4009, 'frame-too-large', 'A message may have at most 64 KiB.'),
  sdpTooLarge: ending(4010, 'sdp-too-large', 'A session description may have at most 32 KiB.'),
  rateExceeded: ending(
    4011,
    'rate-exceeded',
    'At most 20 messages per second are accepted, 60 at once.',
    true,
  ),
  tooManySockets: ending(
    4012,
    'too-many-sockets',
    'Too many connections come from your address.',
    true,
  ),
  slowConsumer: ending(4013, 'slow-consumer', 'More than 256 KiB wait for you to read.', true),
  unavailable: ending(
    4014,
    'unavailable',
    'Access cannot be checked right now; please try again.',
    true,
  ),
} as const satisfies Record<string, Ending>;

/** Something is wrong with one message; the socket stays. */
export interface Complaint {
  readonly reason: string;
  readonly message: string;
  readonly isRetryable: boolean;
}

const complaint = (reason: string, message: string, isRetryable = false): Complaint => ({
  reason,
  message,
  isRetryable,
});

export const complaints = {
  notJoined: complaint('not-joined', 'The join is still being checked.', true),
  alreadyJoined: complaint('already-joined', 'This socket has joined already.'),
  unknownType: complaint('unknown-type', 'This message type is not known.'),
  wrongShare: complaint('wrong-share', 'This socket belongs to another share.'),
  noPeer: complaint('no-peer', 'Nobody is there to receive this yet.', true),
  targetRequired: complaint(
    'target-required',
    'Several receivers are connected; name one in "to".',
  ),
  unknownPeer: complaint('unknown-peer', 'There is no such peer for you in this share.'),
  peerGone: complaint('peer-gone', 'The other side has just left.', true),
  peerUnreachable: complaint(
    'peer-unreachable',
    'The other side cannot be reached right now; please send this again.',
    true,
  ),
} as const satisfies Record<string, Complaint>;
