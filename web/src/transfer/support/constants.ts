/** The engine's numbers: sizes in bytes, times in milliseconds. */

import { signallingLimits } from '@tandem/proto/browser/signalling-limits';

export const kib = 1024;
export const mib = 1024 * kib;

export const channelLabel = 'fileTransfer';
/** Label of the channel that measures the path of a paced transfer. */
export const pathChannelLabel = 'path';
export const laneChannelLabel = 'lane';
export const protocolVersion = 2;

/** Signalling (docs/protocol.md, part 1). */
export const connectTimeoutMs = 30_000;
export const pingIntervalMs = 25_000;
/** iOS suspends idle pages. */
export const iosPingIntervalMs = 15_000;
/** The server echoes every ping; without an answer for this long the socket is dead. */
export const pongTimeoutMs = 10_000;
/** `pongTimeoutMs` for a probe after a network change. */
export const probeTimeoutMs = 3_000;
/** Between probes while a path is down or a peer is silent. */
export const probeGapMs = 4_000;
export const maxReconnects = 5;
export const reconnectStepMs = 3_000;
export const reconnectStepMobileMs = 6_000;
/** Up to this share is added to every delay, so that the clients of a failed pod spread out. */
export const reconnectJitter = 0.2;
/** Upper limit of the random delay after a drain (close 1012) without a delay of its own. */
export const drainSpreadMs = 3_000;
export const foregroundReconnectMs = 1_000;
/** How long a server may take after `joined` to announce the members on other servers. */
export const peersGraceMs = 2_000;
export const maxSignalChars = signallingLimits.frameBytes;
/** A relayed signal in the server's envelope, which can be longer than the client's. */
export const maxFrameChars = maxSignalChars + kib;
export const maxQueuedSignals = signallingLimits.queuedSignals;

/** Peer connection. */
export const disconnectedRestartMs = 5_000;
export const minRestartGapMs = 1_000;
/** A connection check before a download ends after this time. */
export const checkDeadlineMs = signallingLimits.checkMs;
/** How long the route of a check may still change after it has connected. */
export const checkSettleMs = 1_000;
/** Connection checks that a sender answers at a time. */
export const maxChecks = 4;
export const checkChannelLabel = 'check';
/** Time for an ICE restart to take effect before the next one. */
export const restartDeadlineMs = 8_000;
export const maxRestarts = 12;
export const channelOpenDeadlineMs = 30_000;
/** How long the answering side waits for the offering side to restore the connection. */
export const answererTimeoutMs = 45_000;
export const signalAckMs = 3_000;
export const maxSignalResends = 8;
export const maxQueuedCandidates = 256;
export const peerRetryDelayMs = 500;

/** Protocol version 1. */
export const v1ChunkBytes = 16_384;
export const v1ChunkBytesIos = 8_192;
export const v1PauseMs = 10;
export const v1PauseMsIos = 25;
export const iosHighWaterBytes = 32_768;
export const iosLowWaterBytes = 16_384;
export const iosLowThresholdBytes = 8_192;
/** Version 1 has no back-pressure: above this much unwritten data the transfer fails with `too-slow`. */
export const v1BacklogBytes = 256 * mib;
/** Version 1 chunks are collected into writes of this size. */
export const v1WriteBytes = mib;
/** A write has at most this many chunks, since each keeps its whole message in memory. */
export const v1WriteChunks = 1_024;

/** Protocol version 2. */
export const defaultBlockBytes = 4 * mib;
export const minBlockBytes = 16 * kib;
export const maxBlockBytes = 16 * mib;
/** The receiver's memory for blocks that are not yet written. */
export const windowBytes = 16 * mib;
export const windowBytesIos = 8 * mib;
export const maxWindowBlocks = 64;
/** Upper limit of the window offered for small blocks. */
export const maxOfferedWindowBlocks = 16;
/** How long a receiver that left the room over an interrupted path may return with the same connection. */
export const returnGraceMs = 20_000;
/**
 * A recipient out of the room for this long may have to give its place to a newcomer, although bytes flow. One that has
 * only lost its socket has joined again by then, if it can: it tries five times in about a minute.
 */
export const longAbsenceMs = 180_000;
/** How often a sender without a free place looks for one. */
export const placeCheckMs = 5_000;
export const readyTimeoutMs = 1_000;
/** https://lgrahl.de/articles/demystifying-webrtc-dc-size-limit.html */
export const messageLimitBytes = 256 * kib;
export const minMessageBytes = 16 * kib;
/**
 * Send queue: 1 MiB measured fastest. Chromium's send() throws at 16 MiB:
 * https://w3c.github.io/webrtc-pc/#datachannel-send
 */
export const highWaterBytes = mib;
export const lowWaterBytes = 512 * kib;
export const maxBlockRetries = 3;
/** Claimed blocks that the sender checks: each is one read on both sides. */
export const maxChallengedBlocks = 8;
/** Deliveries that a sender remembers. Above any room's limit; recipients that rejoin keep their ID. */
export const maxDeliveries = 256;
/** Blocks cached: the one being sent, the next one, and one that may be requested again. */
export const sourceCacheBlocks = 3;
/** With several recipients, whose positions differ by a window or more. */
export const sharedCacheBlocks = 8;

/** Lanes beside the file's own channel that a receiver accepts at a time. */
export const maxLanes = 15;
export const maxLanesIos = 3;
/** Highest number of a lane on one connection of the file: each is used once. */
export const maxLaneNumber = 255;
/** Copies of each digest that a receiver accepts beside the first: lanes that carry one may be lost in a row. */
export const maxDigestCopies = 7;
/** Lanes of all transfers of a page, at a time. */
export const maxPageLanes = 15;
/** Two connections through a relay: every one is an allocation there. */
export const maxRelayedLanes = 1;
/** Separate ranges of a block that have arrived: pieces under way when others were lost. */
export const maxBlockRanges = 1_024;

/** A receiver that has had no ping for this long reports over the data channel. */
export const pingsStoppedMs = 1_500;

/** Limits on a peer's messages. */
export const maxChunkHeaderBytes = kib;
export const maxControlChars = 16 * kib;
/** Burst of control messages other than block digests and acknowledgements. */
export const controlBurst = 256;
/** Sustained rate of those control messages. */
export const controlPerSecond = 16;
/**
 * Messages about one lane, or about the measuring connection, that do not count: after an interruption those of all
 * lanes arrive together, twice.
 */
export const signalsPerLane = 64;
export const maxNameChars = 4_096;
export const maxTextChars = 256;
export const maxFileBytes = Number.MAX_SAFE_INTEGER;

/** Statistics. */
export const statsIntervalMs = 500;
/** The same in a pause in which nothing moves: it may last for days. */
export const pausedIntervalMs = 10_000;
export const statsSamples = 5;
/** A running transfer without a byte for this long is shown as stalled within 5 s, after sampling and rendering. */
export const stallMs = 4_000;
/** How often to check whether timers were late, and how late they are after the computer slept. */
export const wakeCheckMs = 2_000;
export const sleptMs = 6_000;
/** A transfer without a byte for this long is silent. It is shown within 15 s, after sampling and rendering. */
export const silenceMs = 14_000;
/** getStats() is read once per this many samples. */
export const connectionStatsEvery = 4;

/**
 * How long the connection stays open for its last message (completion, error, cancellation) when the peer does not
 * close it. A queue of 1 MiB takes this long at half a megabit per second.
 */
export const lingerMs = 15_000;

/**
 * A recipient that has the file stays in the room this long, so that a sender that returns learns of it. The server
 * confirms no later delivery.
 */
export const answersMs = 600_000;
/** A USB stick. A browser copies the whole file, or checks it, before it reports that the file is saved. */
export const slowestSaveBytesPerMs = 20_000;
