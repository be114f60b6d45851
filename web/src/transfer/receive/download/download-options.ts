/** What a download is given, and what it reports. */

import type { OpenMeasuringConnection } from '../../connection/measuring-connection.js';
import type { OpenLane } from '../../lanes/lane-connection.js';
import type { EngineEnv } from '../../support/env.js';
import type { EngineError } from '../../support/failures.js';
import type { Pause } from '../../support/pause.js';
import type { PeerDetails } from '../../support/peer-details.js';
import type { RateSetting } from '../../support/session.js';
import type { LinkKey } from '../../trust/link/link-key.js';
import type { DeliveryFacts } from '../../trust/receipt/receipt-statement.js';
import type { ControlMessage, FileMetadata } from '../../wire/control-messages.js';
import type { ReceivedFile } from '../received-file.js';

/** What the sender measures. */
export type RateReport = Omit<Extract<ControlMessage, { type: 'rate-report' }>, 'type'>;

export type DownloadEvent =
  | { type: 'announced'; metadata: FileMetadata }
  /** The sink is open; bytes may arrive, not necessarily from the start of the file. */
  | { type: 'ready' }
  /** By one side or both, see `pause`. */
  | { type: 'paused'; isPaused: boolean }
  /** The other side has named its person. */
  | { type: 'peer'; details: PeerDetails }
  /** The sender's limit, and what it measures. */
  | { type: 'rate-limit'; setting: RateSetting }
  | { type: 'rate-report'; report: RateReport }
  | { type: 'completed'; isVerified: boolean }
  /** `isNotified`: a `transfer-error` is queued on the channel. */
  | { type: 'failed'; error: EngineError; isNotified: boolean };

export interface OfferedFile {
  /** Verbatim from the sender, not sanitised. */
  filename: string;
  fileType: string;
  /** Null when the sender announced none. */
  totalBytes: number | null;
}

/** A verified file, as announced. */
export type Delivered = Omit<DeliveryFacts, 'shareId' | 'deliveryId'>;

export interface DownloadOptions {
  channel: RTCDataChannel;
  file: ReceivedFile;
  env: EngineEnv;
  maxMessageBytes: number;
  /** Opens a channel that measures the path; absent where a transfer cannot be paced. */
  openMeasuringConnection?: OpenMeasuringConnection;
  /** Opens a further connection for the file; absent where there is only the one. */
  openLane?: OpenLane;
  /** Whether the announced file is the one that the page shows; absent when it shows none. */
  isExpected?: (file: OfferedFile) => boolean;
  /** The link's key, once the sender has proven that it has it. */
  linkKey?: LinkKey;
  /** The recipient, as they name themselves to the sender. */
  person?: PeerDetails;
  /** Of the transfer, over all connections. */
  pause: Pause;
  onEvent: (event: DownloadEvent) => void;
}
