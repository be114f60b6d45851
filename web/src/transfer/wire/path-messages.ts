/**
 * Messages of the measuring channel: fixed-length binary, big-endian doubles, distinguished by length and direction.
 *
 *     ping     sender → receiver    8 bytes   the sender's clock, ms
 *     pong     receiver → sender   16 bytes   the ping's clock, then all piece bytes received so far
 *     receipt  receiver → sender    8 bytes   all piece bytes received so far
 *
 * Every message carries a running total, so that the next one makes up for a lost one.
 */
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
export const encodeReceipt = (receivedBytes: number): ArrayBuffer => encode(receivedBytes);

/** @returns null for anything but a ping, which is ignored. */
export const answerPing = (
  message: Uint8Array<ArrayBuffer>,
  receivedBytes: number,
): ArrayBuffer | null => {
  if (message.byteLength !== doubleBytes) return null;
  const [sentAtMs] = decode(message);
  return isAmount(sentAtMs) ? encode(sentAtMs, receivedBytes) : null;
};

export interface PathReport {
  /** Of the ping this answers; null for a receipt. */
  sentAtMs: number | null;
  receivedBytes: number;
}

/** @returns null for anything but a pong or a receipt, which is ignored. */
export const readReport = (message: Uint8Array<ArrayBuffer>): PathReport | null => {
  const values = decode(message);
  if (message.byteLength === doubleBytes && isAmount(values[0]))
    return { sentAtMs: null, receivedBytes: values[0] };
  if (message.byteLength === 2 * doubleBytes && isAmount(values[0]) && isAmount(values[1]))
    return { sentAtMs: values[0], receivedBytes: values[1] };
  return null;
};
