/** What an upload is given, and what it reports. */

import type { OpenMeasuringConnection } from '../../connection/measuring-connection.js';
import type { OpenLane } from '../../lanes/lane-connection.js';
import type { RateLimit } from '../../pacing/rate-limit.js';
import type { EngineEnv } from '../../support/env.js';
import type { EngineError } from '../../support/failures.js';
import type { Pause } from '../../support/pause.js';
import type { PeerDetails } from '../../support/peer-details.js';
import type { LinkKey } from '../../trust/link/link-key.js';
import type { Acknowledged } from '../acknowledged.js';
import type { DeliverySet } from '../delivery-set.js';
import type { FileSource } from '../source/file-source.js';

export type UploadEvent =
  | { type: 'started'; version: 1 | 2 }
  /** One side has paused the transfer, or neither side pauses it any longer. */
  | { type: 'paused'; isPaused: boolean }
  /** The other side has named its person. */
  | { type: 'peer'; details: PeerDetails }
  /** The transfer waits for `approve`; repeated when the receiver answers late, and so names the delivery. */
  | { type: 'asking' }
  /** Bytes in flight are at a standstill on a path that answers pings; repeated while they are. */
  | { type: 'standstill' }
  /** All numbers of lanes are used, so only another connection can have further lanes; repeated while they are wanted. */
  | { type: 'lanes-used-up' }
  | { type: 'completed'; isVerified: boolean }
  /** The user has ended this delivery on an earlier connection. */
  | { type: 'ended-before'; isNotified: boolean }
  /** `isNotified`: a message to the receiver is queued on the channel. */
  | { type: 'failed'; error: EngineError; isNotified: boolean };

export interface UploadOptions {
  channel: RTCDataChannel;
  source: FileSource;
  env: EngineEnv;
  maxMessageBytes: number;
  /** Opens the channel that measures the path; absent where a transfer cannot be paced. */
  openMeasuringConnection?: OpenMeasuringConnection;
  /** Opens a further connection for the file; absent where there is only the one. */
  openLane?: OpenLane;
  /** The connection goes through a relay. */
  isRelayed?: () => boolean;
  /** Deliveries of the file, over all connections of its recipients. */
  acknowledged: Acknowledged;
  /** Absent where no delivery is ended alone. */
  ended?: DeliverySet;
  /** Deliveries that start although `isHeld`. */
  approved?: DeliverySet;
  /** Binds the announced file to the link; absent for a receiver that has not proven to have it. */
  linkKey?: LinkKey;
  /** This device's limit, shared by its transfers. */
  limit: RateLimit;
  /** Of both sides: this one may have paused before the upload begins. */
  pause: Pause;
  /** The sender, as they name themselves to the recipient. */
  person?: PeerDetails;
  /** Send nothing of the file before `approve`. */
  isHeld?: boolean;
  onEvent: (event: UploadEvent) => void;
}
