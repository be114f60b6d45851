/** Every number of the engine. "spec 9" marks those the product specification fixes. */

import { signallingLimits } from '@tandem/proto/browser/signalling-limits';

export const KIB = 1024;
export const MIB = 1024 * KIB;

export const CHANNEL_LABEL = 'fileTransfer';
export const PROTOCOL_VERSION = 2;

/** Signalling (spec 9; protocol document, part 1). */
export const CONNECT_TIMEOUT_MS = 30_000;
export const PING_INTERVAL_MS = 25_000;
/** iOS suspends a quiet page; the specification nudges every 15 s there. */
export const IOS_PING_INTERVAL_MS = 15_000;
/** A server echoes every ping; a link silent for this long after one is dead. */
export const PONG_TIMEOUT_MS = 10_000;
/** Asked after the network changed or a path broke, a link that lives answers much sooner. */
export const PROBE_TIMEOUT_MS = 3_000;
export const MAX_RECONNECTS = 5;
export const RECONNECT_DELAY_MS = 3_000;
export const RECONNECT_DELAY_MOBILE_MS = 6_000;
/** Spread added to every reconnect so that clients of one dead pod do not return in step. */
export const RECONNECT_JITTER = 0.2;
/** Longest random wait after a drain (close 1012) that names no delay of its own. */
export const DRAIN_SPREAD_MS = 3_000;
export const FOREGROUND_RECONNECT_MS = 1_000;
export const MAX_SIGNAL_CHARS = signallingLimits.frameBytes;
/** Of the server: what another client may send, in an envelope that may be longer than that client's. */
export const MAX_FRAME_CHARS = MAX_SIGNAL_CHARS + KIB;
export const MAX_QUEUED_SIGNALS = 128;

/** Peer connection. */
export const DISCONNECTED_RESTART_MS = 5_000;
export const MIN_RESTART_GAP_MS = 1_000;
/** A restart whose checks brought nothing in this time is followed by another one. */
export const RESTART_DEADLINE_MS = 8_000;
export const MAX_RESTARTS = 12;
export const CHANNEL_OPEN_DEADLINE_MS = 30_000;
/** How long an answering side waits for the offering side to mend a broken connection. */
export const ANSWERER_TIMEOUT_MS = 45_000;
export const SIGNAL_ACK_MS = 3_000;
export const MAX_SIGNAL_RESENDS = 8;
export const MAX_QUEUED_CANDIDATES = 256;
export const PEER_RETRY_DELAY_MS = 500;

/** version 1 (spec 9). */
export const V1_CHUNK_BYTES = 16_384;
export const V1_CHUNK_BYTES_IOS = 8_192;
export const V1_PAUSE_MS = 10;
export const V1_PAUSE_MS_IOS = 25;
export const IOS_HIGH_WATER_BYTES = 32_768;
export const IOS_LOW_WATER_BYTES = 16_384;
export const IOS_LOW_THRESHOLD_BYTES = 8_192;
/** A foreign sender ignores our disk; beyond this much unwritten data we stop with an error. */
export const V1_BACKLOG_BYTES = 256 * MIB;
/** version 1 chunks are gathered into writes of this size. */
export const V1_WRITE_BYTES = MIB;
/** … or of so many chunks, for each keeps its whole message in memory. */
export const V1_WRITE_CHUNKS = 1_024;

/** Protocol version 2. */
export const BLOCK_BYTES = 4 * MIB;
export const MIN_BLOCK_BYTES = 16 * KIB;
export const MAX_BLOCK_BYTES = 16 * MIB;
/** Memory a receiver spends on blocks that are on their way to its disk. */
export const WINDOW_BYTES = 16 * MIB;
export const WINDOW_BYTES_IOS = 8 * MIB;
export const MAX_WINDOW_BLOCKS = 64;
/** Smaller blocks than ours do not need more of them under way. */
export const MAX_OFFERED_WINDOW_BLOCKS = 16;
/** A receiver that left signalling over a broken path may come back with the same connection. */
export const RETURN_GRACE_MS = 20_000;
export const READY_TIMEOUT_MS = 1_000;
export const MAX_MESSAGE_BYTES = 256 * KIB;
export const MIN_MESSAGE_BYTES = 16 * KIB;
/** Measured optimum of queued bytes for a data channel; Chromium's send() throws at 16 MiB. */
export const HIGH_WATER_BYTES = MIB;
export const LOW_WATER_BYTES = 512 * KIB;
export const MAX_BLOCK_RETRIES = 3;
/** Blocks kept after reading: the one being sent, the next, and one that a receiver may ask for again. */
export const SOURCE_CACHE_BLOCKS = 3;
/** The same with several receivers: those that began together drift apart by a window or more. */
export const SHARED_CACHE_BLOCKS = 8;

/** Bounds on what a peer may say. */
export const MAX_CHUNK_HEADER_BYTES = KIB;
export const MAX_CONTROL_CHARS = 16 * KIB;
/** Control messages other than block digests and acknowledgements that a peer may send at once … */
export const CONTROL_BURST = 256;
/** … and per second in the long run. */
export const CONTROL_PER_SECOND = 16;
export const MAX_NAME_CHARS = 4_096;
export const MAX_TEXT_CHARS = 256;
export const MAX_FILE_BYTES = Number.MAX_SAFE_INTEGER;

/** Statistics (spec 9). */
export const STATS_INTERVAL_MS = 500;
export const STATS_SAMPLES = 5;
/** A running transfer without a byte for this long is reported as silent: 15 s less sampling and rendering. */
export const SILENCE_MS = 14_000;
/** Every how many statistics ticks the browser is asked for its candidate pair. */
export const CONNECTION_STATS_EVERY = 4;

/**
 * Our last message (a completion, an error, a cancellation) is on its way: how long the connection stays for
 * it when the other side does not close first. A queue of 1 MiB takes this long at half a megabit per second.
 */
export const LINGER_MS = 15_000;
