/**
 * Messages of the measuring channel: binary, big-endian doubles, distinguished by length and direction.
 *
 *     ping     sender → receiver    8 bytes   the sender's clock, ms
 *     pong     receiver → sender   16 bytes   the ping's clock, then all piece bytes received so far
 *     report   receiver → sender    8 bytes   all piece bytes received so far
 *
 * Once a lane has opened, 16 bytes follow for each open lane: its number, and the piece bytes received on it. Every
 * message carries running totals, so that the next one makes up for a lost one.
 */

import { maxLanes } from '../support/constants.js';

/** Number of the lane, and the piece bytes received on it. */
export type LaneTotal = [lane: number, receivedBytes: number];
/** Totals in one report: the lanes and the file's own channel. */
const maxLaneTotals = maxLanes + 1;

const doubleBytes = 8;

const encode = (...values: readonly number[]): ArrayBuffer => {
  const view = new DataView(new ArrayBuffer(values.length * doubleBytes));
  values.forEach((value, index) => {
    view.setFloat64(index * doubleBytes, value);
  });
  return view.buffer;
};

const decode = (message: Uint8Array<ArrayBuffer>): number[] => {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const count = Math.floor(message.byteLength / doubleBytes);
  return Array.from({ length: count }, (_, index) => view.getFloat64(index * doubleBytes));
};

const isAmount = (value: number | undefined): value is number =>
  value !== undefined && Number.isFinite(value) && value >= 0;

export const encodePing = (nowMs: number): ArrayBuffer => encode(nowMs);
export const encodeByteReport = (
  receivedBytes: number,
  lanes: readonly LaneTotal[] = [],
): ArrayBuffer => encode(receivedBytes, ...lanes.flat());

/** @returns null for anything but a ping, which is ignored. */
export const answerPing = (
  message: Uint8Array<ArrayBuffer>,
  receivedBytes: number,
  lanes: readonly LaneTotal[] = [],
): ArrayBuffer | null => {
  if (message.byteLength !== doubleBytes) return null;
  const [sentAtMs] = decode(message);
  return isAmount(sentAtMs) ? encode(sentAtMs, receivedBytes, ...lanes.flat()) : null;
};

export interface PathReport {
  /** Time stamp of the ping that this answers; null for a report. */
  sentAtMs: number | null;
  receivedBytes: number;
  /** Totals of the open lanes; empty before one has opened. */
  lanes: LaneTotal[];
}

/** @returns null for anything but a pong or a report, which is ignored. */
export const readReport = (message: Uint8Array<ArrayBuffer>): PathReport | null => {
  const count = message.byteLength / doubleBytes;
  if (!Number.isInteger(count) || count > 2 + 2 * maxLaneTotals) return null;
  const values = decode(message);
  if (!values.every(isAmount)) return null;
  const sentAtMs = count % 2 === 0 ? (values.shift() ?? null) : null;
  const receivedBytes = values.shift();
  if (receivedBytes === undefined) return null;
  const lanes: LaneTotal[] = [];
  for (let i = 0; i + 1 < values.length; i += 2) lanes.push([values[i] ?? 0, values[i + 1] ?? 0]);
  return { sentAtMs, receivedBytes, lanes };
};
