/**
 * The part of the transfer engine that the share page uses. It is loaded while the server checks the
 * password, so that the page is usable before; tests pass a fake.
 */

import type {
  CheckOptions,
  ConnectionCheck,
  ReceiverOptions,
  ReceiveSession,
  SavePlan,
  SenderOptions,
  SendSession,
  Sink,
} from '../../../transfer/api.js';

export interface Engine {
  createReceiver(options: ReceiverOptions): ReceiveSession;
  createSender(options: SenderOptions): SendSession;
  /** Call it in a click handler; rejects with an AbortError when the user cancels the picker. */
  chooseSink(file: {
    filename: string;
    totalBytes: number | null;
    fileId: string | null;
  }): Promise<Sink>;
  /** Where `chooseSink` would save a file of this size. */
  planSaving(totalBytes: number | null, fileId: string | null): Promise<SavePlan>;
  /** Bytes of an interrupted download that this browser still has. */
  storedBytes(fileId: string): Promise<number>;
  /** Whether the sender is there and how it can be reached; receives nothing of the file. */
  checkConnection(options: CheckOptions): Promise<ConnectionCheck>;
}

export type LoadEngine = () => Promise<Engine>;

/** Loads the engine as a separate chunk. */
export const loadTransferEngine: LoadEngine = () => import('../../../transfer/index.js');
