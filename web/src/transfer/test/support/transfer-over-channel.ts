/** An upload and a download over one channel in memory. */

import { createHash } from 'node:crypto';
import type { EngineError, Sink } from '../../api.js';
import { createRateLimit } from '../../pacing/rate-limit.js';
import { Download } from '../../receive/download/download.js';
import { createReceivedFile, type ReceivedFile } from '../../receive/received-file.js';
import { createAcknowledged, type Acknowledged } from '../../send/acknowledged.js';
import { createFileSource, type FileSource } from '../../send/source/file-source.js';
import { Upload } from '../../send/upload/upload.js';
import { createPause } from '../../support/pause.js';
import type { LinkKey } from '../../trust/link/link-key.js';
import { asChannel, createChannelPair, type ChannelPair } from './fake-channel.js';
import { noMeasuringConnection, type LanePairs } from './lane-pairs.js';
import { createSignallingHub } from './signalling-hub.js';
import { weriftEnv } from './werift-env.js';

/** Resolves within one turn; SubtleCrypto takes an unknown number of event loop turns. */
const sha256 = (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  Promise.resolve(new Uint8Array(createHash('sha256').update(bytes).digest()));

/**
 * Used for its clock, digests and device; no connection is made.
 * @param isPatient as in `weriftEnv`
 */
export const plainEnv = (isPatient = true) =>
  weriftEnv(createSignallingHub(), { sha256 }, isPatient);

/** The file's channel and two more. */
const lanesOfTests = 3;

export type Outcome =
  | { type: 'completed'; isVerified: boolean }
  | { type: 'failed'; error: EngineError }
  | { type: 'broken' };

export const makeSource = (file: File, blockBytes: number): FileSource =>
  createFileSource({ file, sha256, blockBytes });
/** One per session: its attempts share a source. */
const acknowledgedOf = new WeakMap<FileSource, Acknowledged>();
const acknowledgedBy = (source: FileSource): Acknowledged => {
  const known = acknowledgedOf.get(source) ?? createAcknowledged();
  acknowledgedOf.set(source, known);
  return known;
};

export const makeReceivedFile = (sink: Sink): ReceivedFile =>
  createReceivedFile(sink, plainEnv(), 'share');

/**
 * One attempt over one channel. Resolves with the outcome of both sides.
 * @param isPatient as in `weriftEnv`
 * @param linkKey of two peers that have proven themselves
 * @param lanes of a paced transfer that opens three at its start
 */
export const transferOnce = async (
  source: FileSource,
  file: ReceivedFile,
  prepare: (pair: ChannelPair) => void = () => undefined,
  isPatient = true,
  linkKey: LinkKey | null = null,
  lanes: LanePairs | null = null,
): Promise<{ sender: Outcome; receiver: Outcome }> => {
  const pair = createChannelPair();
  const env = { ...plainEnv(isPatient), lanesAtStart: lanesOfTests };
  const outcome = (channel: EventTarget) => {
    let settle: (outcome: Outcome) => void = () => undefined;
    const done = new Promise<Outcome>((resolve) => {
      settle = resolve;
    });
    channel.addEventListener('close', () => settle({ type: 'broken' }));
    return { done, settle };
  };
  const sent = outcome(pair.near);
  const received = outcome(pair.far);
  const maxMessageBytes = 20_000;
  const download = new Download({
    channel: asChannel(pair.far),
    file,
    env,
    pause: createPause(),
    maxMessageBytes,
    ...(linkKey && { linkKey }),
    ...(lanes && { openMeasuringConnection: noMeasuringConnection, openLane: lanes.openFar }),
    onEvent: (event) => {
      if (event.type === 'completed' || event.type === 'failed') received.settle(event);
    },
  });
  const outgoing = new Upload({
    channel: asChannel(pair.near),
    source,
    acknowledged: acknowledgedBy(source),
    limit: createRateLimit(env.clock),
    env,
    maxMessageBytes,
    ...(linkKey && { linkKey }),
    ...(lanes && { openMeasuringConnection: noMeasuringConnection, openLane: lanes.openNear }),
    pause: createPause(),
    onEvent: (event) => {
      if (event.type === 'completed' || event.type === 'failed') sent.settle(event);
    },
  });
  prepare(pair);
  download.start();
  outgoing.start();
  const [sender, receiver] = await Promise.all([sent.done, received.done]);
  download.stop();
  outgoing.stop();
  return { sender, receiver };
};
