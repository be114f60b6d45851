import type { EngineError } from './api.js';

/** Shown when reconnecting was given up (specification, section 8, Connection). */
const MAX_RETRIES_ADVICE = [
  'Connection failed after several attempts. Please try the following:',
  '• Refresh this page and open the link again.',
  '• Check your internet connection.',
  '• Disable your VPN or firewall for a moment; they can block direct connections.',
  '• Try another browser, such as a current Chrome, Edge, Firefox or Safari.',
  '• Try again later.',
  'On a mobile device: keep this tab in the foreground and the screen on, switch between Wi-Fi and mobile data, and turn off low-power mode.',
].join('\n');

/** One sentence per failure; the keys are stable and part of the engine's interface. */
const SENTENCES = {
  'max-retries': MAX_RETRIES_ADVICE,
  'invalid-server-message': 'Invalid message received from server',
  'invalid-offer': 'Invalid offer received from sender',
  'offer-failed': 'Failed to create connection offer',
  'offer-processing-failed': 'Failed to process connection offer',
  'answer-processing-failed': 'Failed to process connection answer',
  'channel-error': 'Data channel error',
  'peer-unreachable': 'Connection failed - unable to reach peer',
  'channel-not-ready': 'Data channel not ready. Current state: ',
  'signalling-unavailable':
    'Network error: Unable to connect to server. Please check your internet connection.',
  'access-denied': 'Invalid password or expired link.',
  'share-closed': 'This share was stopped or has expired.',
  replaced: 'This share is being sent from another tab or device.',
  'file-unreadable':
    'The file can no longer be read. It was changed, moved or deleted since it was chosen. Choose it again and retry.',
  'protocol-violation': 'The other side sent data that does not belong to this transfer.',
  'digest-mismatch':
    'The received data does not match the original, even after repeating it. Please try again.',
  'size-mismatch': 'The saved file does not have the expected size. Please try again.',
  'storage-full': 'There is not enough free space on this device for the file.',
  'sink-failed': 'The file could not be saved. Check the free space and permissions and try again.',
  'sink-stalled': 'The browser stopped saving the file. Keep this tab open and try again.',
  'sink-cancelled': 'The download was cancelled in the browser.',
  'not-restartable':
    'The sender started over and the download in progress cannot be rewound. Please try again.',
  'too-large-for-memory':
    'This browser cannot save a file of this size. Use a current Chrome, Edge or Firefox, or leave private browsing.',
  'too-slow':
    'Data arrives faster than it can be saved on this device. Free some space or use another browser.',
  'cancelled-by-peer': 'The other side cancelled the transfer.',
  'failed-at-peer': 'The other side could not continue the transfer.',
  unexpected: 'Something went wrong in this transfer. Please try again.',
} as const;

export type FailureCode = keyof typeof SENTENCES;

/**
 * @param detail appended to the sentence, e.g. the channel's state; or, for `access-denied`, the server's own text.
 */
export function engineError(code: FailureCode, detail = ''): EngineError {
  return { code, message: SENTENCES[code] + detail };
}

/** A failure inside the engine; carries what the snapshot will show. */
export class EngineFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, detail = '', options?: ErrorOptions) {
    super(SENTENCES[code] + detail, options);
    this.name = 'EngineFailure';
    this.code = code;
  }
}

/** Anything thrown → what a person may read. Unknown errors never leak their text. */
export function toEngineError(cause: unknown, fallback: FailureCode = 'unexpected'): EngineError {
  if (cause instanceof EngineFailure) return { code: cause.code, message: cause.message };
  return engineError(fallback);
}
