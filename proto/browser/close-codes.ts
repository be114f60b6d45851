/**
 * How the signalling server closes sockets and reports errors. `closeCode` is the code of the WebSocket close frame,
 * `errorCode` that of the error frame before it. `isRetryable`: the same request can succeed later. A client treats
 * any other close code from 4000 as final, and any other below as a lost connection.
 */
export const closeCodes = {
  /** The server restarts. */
  draining: { closeCode: 1012, errorCode: 'draining', isRetryable: true },
  malformed: { closeCode: 4000, errorCode: 'malformed-frame', isRetryable: false },
  joinTimeout: { closeCode: 4001, errorCode: 'join-timeout', isRetryable: true },
  joinFirst: { closeCode: 4002, errorCode: 'join-first', isRetryable: false },
  /** Wrong password, or a link that is unknown, stopped or expired. */
  accessDenied: { closeCode: 4003, errorCode: 'access-denied', isRetryable: false },
  /** The share was stopped or deleted, or has expired; running transfers end. */
  shareEnded: { closeCode: 4004, errorCode: 'share-ended', isRetryable: false },
  /** A newer socket of the same viewer took over. */
  replaced: { closeCode: 4005, errorCode: 'replaced', isRetryable: false },
  peerIdTaken: { closeCode: 4006, errorCode: 'peer-id-taken', isRetryable: true },
  roomFull: { closeCode: 4007, errorCode: 'room-full', isRetryable: true },
  tooManyAttempts: { closeCode: 4008, errorCode: 'too-many-attempts', isRetryable: true },
  frameTooLarge: { closeCode: 4009, errorCode: 'frame-too-large', isRetryable: false },
  sdpTooLarge: { closeCode: 4010, errorCode: 'sdp-too-large', isRetryable: false },
  rateExceeded: { closeCode: 4011, errorCode: 'rate-exceeded', isRetryable: true },
  tooManySockets: { closeCode: 4012, errorCode: 'too-many-sockets', isRetryable: true },
  slowConsumer: { closeCode: 4013, errorCode: 'slow-consumer', isRetryable: true },
  /** The services that check access are unavailable. */
  unavailable: { closeCode: 4014, errorCode: 'unavailable', isRetryable: true },
  /** The session of the sender was ended, or has expired: the page ends running transfers unless it has expired. */
  sessionEnded: { closeCode: 4015, errorCode: 'session-ended', isRetryable: false },
  /** The owner changed the password of the share; running transfers end. */
  passwordChanged: { closeCode: 4016, errorCode: 'password-changed', isRetryable: false },
  candidateTooLarge: { closeCode: 4017, errorCode: 'candidate-too-large', isRetryable: false },
  /** A recipient that only checks the connection has not left in time. */
  checkOver: { closeCode: 4018, errorCode: 'check-over', isRetryable: false },
} as const;

/** Errors about one frame, which was dropped; the socket stays open. */
export const frameErrorCodes = {
  notJoined: { errorCode: 'not-joined', isRetryable: true },
  alreadyJoined: { errorCode: 'already-joined', isRetryable: false },
  unknownType: { errorCode: 'unknown-type', isRetryable: false },
  wrongShare: { errorCode: 'wrong-share', isRetryable: false },
  noPeer: { errorCode: 'no-peer', isRetryable: true },
  targetRequired: { errorCode: 'target-required', isRetryable: false },
  unknownPeer: { errorCode: 'unknown-peer', isRetryable: false },
  peerGone: { errorCode: 'peer-gone', isRetryable: true },
  peerUnreachable: { errorCode: 'peer-unreachable', isRetryable: true },
} as const;

export type ErrorCode =
  | (typeof closeCodes)[keyof typeof closeCodes]['errorCode']
  | (typeof frameErrorCodes)[keyof typeof frameErrorCodes]['errorCode'];
