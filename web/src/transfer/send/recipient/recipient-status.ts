import type { Receipt } from '@tandem/proto/browser/http/receipt';
import type { ConnectionType } from '@tandem/proto/browser/transfers';
import type { ConnectionFacts } from '../../progress/connection-facts.js';
import type { TransferStats } from '../../progress/progress.js';
import type { EngineError } from '../../support/failures.js';
import type { PausedBy } from '../../support/pause.js';
import type { PeerDetails } from '../../support/peer-details.js';
import type { Clearance } from './clearance.state.js';
import type { RecipientState } from './recipient.state.js';

/** One recipient as the sender sees it. */
export interface RecipientStatus extends Clearance {
  peerId: string;
  state: RecipientState;
  /** When it joined the room under this id, in ms by this device's clock. */
  joinedAt: number;
  /** Reconnects since bytes were last acknowledged; 0 unless `retrying`. */
  attempt: number;
  /** What the recipient calls itself; null until it has said so. */
  person: PeerDetails | null;
  /** Null unless `paused`. */
  pausedBy: PausedBy;
  /** `sending`, but nothing has been sent or acknowledged for `silenceMs`. */
  isSilent: boolean;
  /** `sending`, but nothing has been sent or acknowledged for `stallMs`. */
  isStalled: boolean;
  stats: TransferStats;
  /** Acknowledged as written to the recipient's disk; null where the protocol version has no acknowledgements. */
  storedBytes: number | null;
  connectionType: ConnectionType;
  connection: ConnectionFacts;
  /** The recipient stated every digest itself and holds the blocks it claimed to have (version 2 only). */
  isVerified: boolean;
  /** Signed by both sides after a verified delivery to a recipient with a proof. */
  receipt: Receipt | null;
  /** It has been sent every byte and may still confirm them, although the share has ended or begun again since. */
  isOutlivingShare: boolean;
  error: EngineError | null;
}
