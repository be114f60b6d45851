/** The messages of transfer failures; the engine reports codes only. */

import { codeSentences } from '@tandem/proto/browser/reasons';
import type { EngineError, FailureCode, FailureFacts } from '../../transfer/api.js';
import { CodeNotLoaded } from '../code-not-loaded.js';
import { LinkNotRead } from '../links/link-not-read.js';
import { ShareOfAnotherAccount } from '../links/share-of-another-account.js';
import { defineTexts } from './catalogue.js';
import { formatBytes } from './format.js';
import { refusals } from './refusals.js';
import { texts as generalTexts } from './texts.js';

/** Failures before there is an engine that could report them. */
export const codeNotLoaded = 'code-not-loaded';
const linkNotRead = 'link-not-read';
const otherAccount = 'share-of-another-account';
type EarlyCode = typeof codeNotLoaded | typeof linkNotRead | typeof otherAccount;

type Code = FailureCode | EarlyCode;
type Sentences = Record<Code, string | ((facts: FailureFacts) => string)>;

const en: Sentences = {
  'max-retries': [
    'Connection failed after several attempts. Please try the following:',
    '• Refresh this page and open the link again.',
    '• Check your internet connection.',
    '• Disable your VPN or firewall for a moment; they can block direct connections.',
    '• Try another browser, such as a current Chrome, Edge, Firefox or Safari.',
    '• Try again later.',
    'On a mobile device: keep this tab in the foreground and the screen on, switch between Wi-Fi and mobile data, and turn off low-power mode.',
  ].join('\n'),
  'invalid-server-message': 'Invalid message received from server',
  'invalid-offer': 'Invalid offer received from sender',
  'webrtc-unavailable':
    'This browser blocks WebRTC, which carries the file. Allow it in the settings or extensions, or use another browser.',
  'offer-failed': 'Failed to create connection offer',
  'offer-processing-failed': 'Failed to process connection offer',
  'answer-processing-failed': 'Failed to process connection answer',
  'channel-error': 'Data channel error',
  'peer-unreachable': 'Connection failed - unable to reach peer',
  'channel-not-ready': ({ channelState = '' }) =>
    `Data channel not ready. Current state: ${channelState}`,
  'signalling-unavailable': generalTexts.networkError,
  'code-not-loaded':
    'Part of the app could not be loaded. Check your internet connection and reload the page. A new version may be available.',
  'link-not-read':
    'This browser’s storage could not be read, so nothing was sent. Try again, or restart the browser.',
  'share-of-another-account':
    'The account that created this share in this browser is not signed in, so nothing was sent. Sign in with that account, or create a new share.',
  ...codeSentences,
  'share-closed': 'This share was stopped or has expired.',
  replaced: 'This share is being sent from another tab or device.',
  'file-unreadable':
    'The file can no longer be read. It was changed, moved or deleted since it was chosen. Choose it again and retry.',
  'protocol-violation': 'Unexpected data arrived. Please try again.',
  'digest-mismatch': 'The received data does not match the original. Please try again.',
  'claim-refuted':
    'The recipient’s device reported parts of the file that it does not have, so nothing counts as delivered. The recipient can try again.',
  'stored-part-invalid':
    'The part of the file stored on this device earlier was damaged, and has been removed. Try again to receive the whole file.',
  'size-mismatch': 'The saved file does not have the expected size. Please try again.',
  'file-changed':
    'The file became larger than the sender announced. Reload this page, or ask the sender for a new link.',
  'storage-full': ({ neededBytes, freeBytes }) =>
    'There is not enough free space on this device for the file.' +
    (neededBytes === undefined || freeBytes === undefined
      ? ''
      : ` It needs ${formatBytes(neededBytes)}; ${formatBytes(freeBytes)} are available.`) +
    ' Free some space and try again.',
  'no-room-to-save':
    'The whole file has arrived, but there is not enough free space in the folder you chose. Free some space and try again, or choose another place; nothing is sent twice.',
  'not-saved-there':
    'The whole file has arrived, but it could not be saved in the place you chose. Try again when that place is available, or choose another one; nothing is sent twice.',
  'permission-lost':
    'The browser no longer lets this page write to the file you chose. Try again, and allow it when the browser asks.',
  'blocked-here':
    'The security check of this browser or your organisation did not allow this file. Trying again will not help; ask the sender or your administrator.',
  'sink-failed': 'The file could not be saved. Check the free space and permissions and try again.',
  'sink-stalled': 'The browser stopped saving the file. Keep this tab open and try again.',
  'sink-cancelled': 'The download was cancelled in the browser.',
  'not-restartable':
    'The download cannot continue where it stopped and has to start again. Please try again.',
  'too-large-for-memory':
    'This browser cannot save a file of this size. Use a current Chrome, Edge or Firefox, or leave private browsing.',
  'too-slow':
    'Data arrives faster than it can be saved on this device. Free some space or use another browser.',
  'sender-unproven':
    'The sender could not prove that this link is theirs, so nothing was received. Someone may be intercepting the connection, or the sender uses another device. Ask the sender, for example by phone, to send from the device that created the link.',
  'receiver-unproven':
    'This recipient could not prove that they have your link, so nothing was sent. Someone may be intercepting the connection. Send the recipient the complete link again through a different channel.',
  'refused-by-recipient':
    'The recipient’s browser stopped: this device could not prove that it created the link. Send from the device and browser in which you created the share, or create a new share here.',
  'refused-by-sender':
    'The sender did not send to this device, because it could not prove that it has the link. Ask for the link again and open the complete link.',
  'file-differs': ({ offeredName = '', offeredBytes }) =>
    `The sender is offering a different file from the one on this page: “${offeredName}”` +
    (offeredBytes === undefined ? '' : `, ${formatBytes(offeredBytes)}`) +
    '. Nothing was received. Ask the sender which file is right.',
  'file-refused':
    'This is not the file that the recipient’s page shows, so the recipient’s browser stopped. Create a new share for this file.',
  'cancelled-by-peer': 'The other side cancelled the transfer.',
  'declined-by-sender': 'The sender declined this download.',
  'ended-here': 'You ended this transfer.',
  'declined-here': 'You declined this download.',
  'unreadable-at-sender':
    'The sender’s file was changed, moved or deleted, so it can no longer be read. Ask the sender to choose it again.',
  'full-at-recipient':
    'The recipient’s device has no room for the file. The recipient can free some space and try again.',
  'not-saved-at-recipient':
    'The recipient’s browser did not save the file. The recipient can try again.',
  'blocked-at-recipient':
    'The security check of the recipient’s browser or organisation did not allow the file. Trying again will not help; agree with the recipient on another way.',
  'failed-at-peer': 'The other side could not continue the transfer.',
  unexpected: 'Something went wrong in this transfer. Please try again.',
};

export const sentences = defineTexts('failures', { en });

const isKnown = (code: string): code is Code => Object.hasOwn(sentences, code);

/** The message of a failure: the server's, in the language of the page; else the catalogue's. '' for null. */
export const failureText = (error: EngineError | null): string => {
  if (error === null) return '';
  if (error.serverText !== undefined) return refusals.describe(error.code) ?? error.serverText;
  const sentence = sentences[isKnown(error.code) ? error.code : 'unexpected'];
  return typeof sentence === 'string' ? sentence : sentence(error);
};

/** The code of CodeNotLoaded, LinkNotRead and ShareOfAnotherAccount; null for any other error. */
export const notLoadedCode = (error: unknown): EarlyCode | null => {
  if (error instanceof CodeNotLoaded) return codeNotLoaded;
  if (error instanceof ShareOfAnotherAccount) return otherAccount;
  return error instanceof LinkNotRead ? linkNotRead : null;
};

/** The message of CodeNotLoaded, LinkNotRead and ShareOfAnotherAccount; null for any other error. */
export const notLoadedText = (error: unknown): string | null => {
  const code = notLoadedCode(error);
  return code === null ? null : failureText({ code });
};
