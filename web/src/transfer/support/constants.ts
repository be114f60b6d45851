/** The engine's numbers. "Section 9" refers to the requirements. */

import { signallingLimits } from '@tandem/proto/browser/signalling-limits';

export const KIB = 1024;
export const MIB = 1024 * KIB;

export const CHANNEL_LABEL = 'fileTransfer';
/** Of the channel that measures the path of a paced transfer. */
export const PATH_CHANNEL_LABEL = 'path';
export const PROTOCOL_VERSION = 2;

/** Signalling (section 9; docs/protocol.md, part 1). */
export const CONNECT_TIMEOUT_MS = 30_000;
export const PING_INTERVAL_MS = 25_000;
/** iOS suspends idle pages. */
export const IOS_PING_INTERVAL_MS = 15_000;
/** The server echoes every ping; without an answer for this long the socket is dead. */
export const PONG_TIMEOUT_MS = 10_000;
/** The same for a probe after a network change. */
export const PROBE_TIMEOUT_MS = 3_000;
export const MAX_RECONNECTS = 5;
export const RECONNECT_DELAY_MS = 3_000;
export const RECONNECT_DELAY_MOBILE_MS = 6_000;
/** Up to this share is added to every delay, so that the clients of a failed pod spread out. */
export const RECONNECT_JITTER = 0.2;
/** Upper limit of the random delay after a drain (close 1012) without a delay of its own. */
export const DRAIN_SPREAD_MS = 3_000;
export const FOREGROUND_RECONNECT_MS = 1_000;
export const MAX_SIGNAL_CHARS = signallingLimits.frameBytes;
/** A relayed signal in the server's envelope, which can be longer than the client's. */
export const MAX_FRAME_CHARS = MAX_SIGNAL_CHARS + KIB;
export const MAX_QUEUED_SIGNALS = 128;

/** Peer connection. */
export const DISCONNECTED_RESTART_MS = 5_000;
export const MIN_RESTART_GAP_MS = 1_000;
/** Time for an ICE restart to take effect before the next one. */
export const RESTART_DEADLINE_MS = 8_000;
export const MAX_RESTARTS = 12;
export const CHANNEL_OPEN_DEADLINE_MS = 30_000;
/** How long the answering side waits for the offering side to restore the connection. */
export const ANSWERER_TIMEOUT_MS = 45_000;
export const SIGNAL_ACK_MS = 3_000;
export const MAX_SIGNAL_RESENDS = 8;
export const MAX_QUEUED_CANDIDATES = 256;
export const PEER_RETRY_DELAY_MS = 500;

/** Protocol version 1 (section 9). */
export const V1_CHUNK_BYTES = 16_384;
export const V1_CHUNK_BYTES_IOS = 8_192;
export const V1_PAUSE_MS = 10;
export const V1_PAUSE_MS_IOS = 25;
export const IOS_HIGH_WATER_BYTES = 32_768;
export const IOS_LOW_WATER_BYTES = 16_384;
export const IOS_LOW_THRESHOLD_BYTES = 8_192;
/** Version 1 has no back-pressure: above this much unwritten data the transfer fails with `too-slow`. */
export const V1_BACKLOG_BYTES = 256 * MIB;
/** Version 1 chunks are collected into writes of this size, */
export const V1_WRITE_BYTES = MIB;
/** or of this many chunks, since each chunk keeps its whole message in memory. */
export const V1_WRITE_CHUNKS = 1_024;

/** Protocol version 2. */
export const BLOCK_BYTES = 4 * MIB;
export const MIN_BLOCK_BYTES = 16 * KIB;
export const MAX_BLOCK_BYTES = 16 * MIB;
/** The receiver's memory for blocks that are not yet written. */
export const WINDOW_BYTES = 16 * MIB;
export const WINDOW_BYTES_IOS = 8 * MIB;
export const MAX_WINDOW_BLOCKS = 64;
/** Upper limit of the window offered for small blocks. */
export const MAX_OFFERED_WINDOW_BLOCKS = 16;
/** How long a receiver that left the room over an interrupted path may return with the same connection. */
export const RETURN_GRACE_MS = 20_000;
export const READY_TIMEOUT_MS = 1_000;
/** https://lgrahl.de/articles/demystifying-webrtc-dc-size-limit.html */
export const MAX_MESSAGE_BYTES = 256 * KIB;
export const MIN_MESSAGE_BYTES = 16 * KIB;
/** Send queue: 1 MiB measured fastest. Chromium's send() throws at 16 MiB: https://w3c.github.io/webrtc-pc/#datachannel-send */
export const HIGH_WATER_BYTES = MIB;
export const LOW_WATER_BYTES = 512 * KIB;
export const MAX_BLOCK_RETRIES = 3;
/** Blocks cached: the one being sent, the next one, and one that may be requested again. */
export const SOURCE_CACHE_BLOCKS = 3;
/** With several recipients, whose positions differ by a window or more. */
export const SHARED_CACHE_BLOCKS = 8;

/** Limits on a peer's messages. */
export const MAX_CHUNK_HEADER_BYTES = KIB;
export const MAX_CONTROL_CHARS = 16 * KIB;
/** Control messages other than block digests and acknowledgements: burst */
export const CONTROL_BURST = 256;
/** and sustained rate. */
export const CONTROL_PER_SECOND = 16;
export const MAX_NAME_CHARS = 4_096;
export const MAX_TEXT_CHARS = 256;
export const MAX_FILE_BYTES = Number.MAX_SAFE_INTEGER;

/** Statistics (section 9). */
export const STATS_INTERVAL_MS = 500;
export const STATS_SAMPLES = 5;
/** A transfer without a byte for this long is silent. It is shown within 15 s, after sampling and rendering. */
export const SILENCE_MS = 14_000;
/** getStats() is read once per this many samples. */
export const CONNECTION_STATS_EVERY = 4;

/**
 * How long the connection stays open for its last message (completion, error, cancellation) when the peer does not
 * close it. A queue of 1 MiB takes this long at half a megabit per second.
 */
export const LINGER_MS = 15_000;
