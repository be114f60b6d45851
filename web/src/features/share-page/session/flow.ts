/**
 * The share page from the password to the transfer panel, as a pure machine.
 *
 *   password ──opened──▶ details ──details-given──▶ receiver
 *      │  ▲ refused          (a visitor or another user)
 *      └──┴──opened by the owner──────────────────▶ sender
 */
import type { DownloaderInfo, OpenedShare } from './share-api.js';
import { texts } from '../texts.js';

/** The password stays in memory only: recording the download needs it again. */
export interface Access {
  share: OpenedShare;
  password: string;
}

export type Flow =
  | { step: 'password'; isVerifying: boolean; problem: string | null }
  | { step: 'details'; access: Access }
  | { step: 'receiver'; access: Access; downloader: DownloaderInfo }
  | { step: 'sender'; access: Access };

export type FlowEvent =
  | { type: 'password-submitted' }
  | { type: 'refused'; message: string }
  | { type: 'opened'; access: Access }
  | { type: 'details-given'; downloader: DownloaderInfo };

export const initialFlow: Flow = { step: 'password', isVerifying: false, problem: null };

/** An event that does not belong to the current step leaves it unchanged (a late answer, a double click). */
export const nextFlow = (flow: Flow, event: FlowEvent): Flow => {
  switch (event.type) {
    case 'password-submitted':
      return flow.step === 'password' && !flow.isVerifying
        ? { step: 'password', isVerifying: true, problem: null }
        : flow;
    case 'refused':
      return flow.step === 'password'
        ? { step: 'password', isVerifying: false, problem: event.message }
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

/** A refusal to show: the toast's title and sentence, as the specification words them. */
export interface Refusal {
  title: string;
  description: string;
}

export const checkPassword = (password: string): Refusal | null =>
  password.trim() === '' ? texts.password.missing : null;

/** A refusal, and which fields it is about. */
export type DetailsRefusal = Refusal & { fields: readonly (keyof DownloaderInfo)[] };

export const checkDownloader = (downloader: DownloaderInfo): DetailsRefusal | null => {
  const fields = (['name', 'email'] as const).filter((field) => downloader[field].trim() === '');
  if (fields.length > 0) return { ...texts.details.missing, fields };
  if (downloader.email.includes('@')) return null;
  return { ...texts.details.badEmail, fields: ['email'] };
};
