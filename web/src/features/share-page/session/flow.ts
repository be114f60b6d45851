/**
 * The steps of the share page as a pure state machine.
 *
 *   password ──opened──▶ details ──details-given──▶ receiver
 *      │  ▲ refused          (a visitor or another user)
 *      └──┴──opened by the owner──────────────────▶ sender
 */

import { texts } from '../texts.js';
import type { GrantKeeper } from './grant-keeper.js';
import type { DownloaderInfo, OpenedShare } from './share-api.js';

export interface Access {
  share: OpenedShare;
  /** One per opened share, because it remembers the password, and renewed and refused grants. */
  grantKeeper: GrantKeeper;
  /** The key in the link that opened the page; null for a plain link. */
  linkKey: string | null;
}

export type Flow =
  | { step: 'password'; isVerifying: boolean; error: string | null }
  | { step: 'details'; access: Access }
  | { step: 'receiver'; access: Access; downloader: DownloaderInfo }
  | { step: 'sender'; access: Access };

export type FlowEvent =
  | { type: 'password-submitted' }
  | { type: 'refused'; message: string }
  | { type: 'opened'; access: Access }
  | { type: 'details-given'; downloader: DownloaderInfo };

export const initialFlow: Flow = { step: 'password', isVerifying: false, error: null };

/** Ignores events of another step, such as a late answer or a double click. */
export const nextFlow = (flow: Flow, event: FlowEvent): Flow => {
  switch (event.type) {
    case 'password-submitted':
      return flow.step === 'password' && !flow.isVerifying
        ? { step: 'password', isVerifying: true, error: null }
        : flow;
    case 'refused':
      return flow.step === 'password'
        ? { step: 'password', isVerifying: false, error: event.message }
        : flow;
    case 'opened':
      if (flow.step !== 'password') return flow;
      return { step: event.access.share.isOwner ? 'sender' : 'details', access: event.access };
    case 'details-given':
      return flow.step === 'details'
        ? { step: 'receiver', access: flow.access, downloader: event.downloader }
        : flow;
  }
};

/** Title and text of the toast; the requirements prescribe both. */
export interface ValidationError {
  title: string;
  description: string;
}

/** The server refuses longer ones, which no share has. */
const maxPasswordLength = 256;

export const checkPassword = (password: string): ValidationError | null => {
  const { missing, deniedTitle, deniedFallback } = texts.password;
  if (password.trim() === '') return missing;
  if (password.trim().length <= maxPasswordLength) return null;
  return { title: deniedTitle, description: deniedFallback };
};

/** What is invalid, and in which fields. */
export type DetailsError = ValidationError & { fields: readonly (keyof DownloaderInfo)[] };

export const checkDownloader = (downloader: DownloaderInfo): DetailsError | null => {
  const fields = (['name', 'email'] as const).filter((field) => downloader[field].trim() === '');
  if (fields.length > 0) return { ...texts.details.missing, fields };
  if (downloader.email.includes('@')) return null;
  return { ...texts.details.badEmail, fields: ['email'] };
};
