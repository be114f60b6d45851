import { closeCodes, frameErrorCodes, type ErrorCode } from '@tandem/proto/browser/close-codes';
import { codeSentences } from '@tandem/proto/browser/reasons';
import { limits } from './limits.js';

/** An error about one frame; the socket stays open. */
export interface ProtocolError {
  /** `code` of the error frame. */
  readonly errorCode: ErrorCode;
  /** Text for users. */
  readonly message: string;
  readonly isRetryable: boolean;
}

/** Why the server closes a socket; sent in an error frame before the close. */
export interface CloseReason extends ProtocolError {
  /** WebSocket close code. */
  readonly closeCode: number;
}

const kib = (bytes: number): string => `${bytes / 1024} KiB`;

/** The codes are the contract with clients (`proto/browser/close-codes.ts`); the sentences are the server's. */
export const closeReasons = {
  draining: { ...closeCodes.draining, message: 'The server is restarting. Please reconnect.' },
  malformed: { ...closeCodes.malformed, message: 'The message is not a valid signalling frame.' },
  joinTimeout: {
    ...closeCodes.joinTimeout,
    message: `No join was received within ${limits.joinDeadlineMs / 1_000} seconds.`,
  },
  joinFirst: { ...closeCodes.joinFirst, message: 'The first message must be a join.' },
  accessDenied: { ...closeCodes.accessDenied, message: codeSentences['access-denied'] },
  shareEnded: {
    ...closeCodes.shareEnded,
    message: 'This share was stopped, deleted or has expired.',
  },
  passwordChanged: {
    ...closeCodes.passwordChanged,
    message: codeSentences['password-changed'],
  },
  replaced: { ...closeCodes.replaced, message: 'A newer connection replaced this one.' },
  peerIdTaken: {
    ...closeCodes.peerIdTaken,
    message: 'This peer ID is already in use in this share.',
  },
  roomFull: { ...closeCodes.roomFull, message: 'Too many people are connected to this share.' },
  tooManyAttempts: {
    ...closeCodes.tooManyAttempts,
    message: 'Too many attempts. Please wait before trying again.',
  },
  frameTooLarge: {
    ...closeCodes.frameTooLarge,
    message: `Messages are limited to ${kib(limits.frameBytes)}.`,
  },
  sdpTooLarge: {
    ...closeCodes.sdpTooLarge,
    message: `Session descriptions are limited to ${kib(limits.sdpBytes)}.`,
  },
  candidateTooLarge: {
    ...closeCodes.candidateTooLarge,
    message: `Candidates are limited to ${kib(limits.candidateBytes)}.`,
  },
  checkOver: {
    ...closeCodes.checkOver,
    message: `Connection checks end after ${limits.checkMs / 1_000} seconds.`,
  },
  rateExceeded: {
    ...closeCodes.rateExceeded,
    message: 'Too many messages; each started KiB counts as one.',
  },
  tooManySockets: {
    ...closeCodes.tooManySockets,
    message: 'Too many connections from your network.',
  },
  slowConsumer: { ...closeCodes.slowConsumer, message: 'The client reads too slowly.' },
  sessionEnded: {
    ...closeCodes.sessionEnded,
    message: 'Your session has ended. Please sign in again.',
  },
  unavailable: {
    ...closeCodes.unavailable,
    message: 'Access cannot be checked right now. Please try again.',
  },
} as const satisfies Record<keyof typeof closeCodes, CloseReason>;

/** Close reasons of sockets whose access was revoked. */
export const revocationCloses = {
  ended: closeReasons.shareEnded,
  'password-changed': closeReasons.passwordChanged,
} as const;

export const protocolErrors = {
  notJoined: { ...frameErrorCodes.notJoined, message: 'Wait for "joined" before sending.' },
  alreadyJoined: { ...frameErrorCodes.alreadyJoined, message: 'This socket has already joined.' },
  unknownType: { ...frameErrorCodes.unknownType, message: 'Unknown message type.' },
  wrongShare: { ...frameErrorCodes.wrongShare, message: 'This socket joined another share.' },
  noPeer: { ...frameErrorCodes.noPeer, message: 'No peer is connected to receive this yet.' },
  targetRequired: {
    ...frameErrorCodes.targetRequired,
    message: 'Several receivers are connected; name one in "to".',
  },
  unknownPeer: { ...frameErrorCodes.unknownPeer, message: 'No such peer in this share.' },
  peerGone: { ...frameErrorCodes.peerGone, message: 'The peer has left.' },
  peerUnreachable: {
    ...frameErrorCodes.peerUnreachable,
    message: 'The peer cannot be reached right now. Please send this again.',
  },
} as const satisfies Record<keyof typeof frameErrorCodes, ProtocolError>;
