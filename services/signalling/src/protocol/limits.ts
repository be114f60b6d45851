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
