import type { Dispatch } from '@reduxjs/toolkit';
import type { ToastMessage } from '../../../../components/toast/index.js';
import type {
  DeliveryReport,
  LinkKey,
  Person,
  RateSetting,
  SenderOptions,
  SendSession,
  TransferReport,
} from '../../../../transfer/api.js';
import type { FileMemory } from '../file-memory.js';

/** A share as its creation or the list has it. */
export interface SentShare {
  shareId: string;
  filename: string;
  /** Ask before the first byte to each recipient. */
  asksFirst?: boolean;
}

/** What sending needs of the engine, the page and the API. */
export interface TransferDeps {
  dispatch: Dispatch;
  /** Loads the code that sends a share. Rejects with CodeNotLoaded. */
  prepare: () => Promise<void>;
  createSender: (options: SenderOptions) => Promise<SendSession>;
  /** For the sessions that run and those to come. */
  setLimit: (setting: RateSetting) => void;
  signallingUrl: () => Promise<string>;
  iceServers: (shareId: string) => Promise<RTCIceServer[]>;
  /**
   * The key with which this device proves to recipients that it made the link; null when it cannot make the share's
   * link.
   */
  linkKey: (shareId: string) => Promise<LinkKey | null>;
  /** The user has chosen on this device to be asked before each download of the share. */
  asksHere: (shareId: string) => Promise<boolean>;
  /** The sender, as receipts name them. */
  person: () => Person;
  sendReport: (report: TransferReport) => void;
  /** For the audit log and the download count. */
  sendDelivery: (shareId: string, report: DeliveryReport) => void;
  notify: (message: ToastMessage) => void;
  /** The identity of a file; see `fileId` in docs/protocol.md. Rejects with CodeNotLoaded, and for unreadable files. */
  identify: (file: File) => Promise<string>;
  memory: FileMemory;
  /** Called when the user has to decide about a recipient. */
  onQuestion: (share: { shareId: string }, question: ToastMessage) => void;
  /** Called when a recipient has the whole file. */
  onDelivered: (share: { shareId: string; filename: string }) => void;
  /** Loads the document again. */
  reload: () => void;
  /** Milliseconds, by a clock that is never set back. */
  now: () => number;
}
