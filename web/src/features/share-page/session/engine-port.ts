/**
 * The transfer engine as these screens use it. It is loaded while the server checks the password, so
 * the page is usable before the engine's code has arrived; tests pass a fake.
 */
import type {
  ReceiverOptions,
  ReceiveSession,
  SenderOptions,
  SendSession,
  Sink,
} from '../../../transfer/api.js';

export interface Engine {
  createReceiver(options: ReceiverOptions): ReceiveSession;
  createSender(options: SenderOptions): SendSession;
  /** Called inside the click; rejects with an AbortError when the person closes the picker. */
  chooseSink(file: { filename: string; totalBytes: number | null }): Promise<Sink>;
  /** Bytes; null for no limit, or an unknown one. */
  storageLimit(): Promise<number | null>;
}

export type LoadEngine = () => Promise<Engine>;

/** The real engine, in a chunk of its own. */
export const loadTransferEngine: LoadEngine = () => import('../../../transfer/index.js');
