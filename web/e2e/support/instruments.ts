import { expect, type Page } from '@playwright/test';

/** Counters of a page's connections, kept by wrapped browser APIs. */
export interface Observed {
  /** Peer connections that carry a file. */
  connections: number;
  /** Data channels for a file opened by this side. */
  channels: number;
  /** Further connections that carried file content of one. */
  lanes: number;
  /** Offers that restart ICE of such a connection. */
  restarts: number;
  /** Bytes of file content passed to data channels, including repetitions. */
  sentBytes: number;
  receivedBytes: number;
  /** Wall clock of the last file content received, in ms. */
  receivedAtMs: number;
  /** ICE state of the newest such connection. */
  iceState: string;
  /** Number of reads of the chosen file, by offset. */
  reads: Record<string, number>;
}

declare global {
  interface Window {
    observed: Observed;
  }
}

/** Call before the page's first navigation. A reload resets the counters. */
export const instrument = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const observed: Observed = {
      connections: 0,
      channels: 0,
      lanes: 0,
      restarts: 0,
      sentBytes: 0,
      receivedBytes: 0,
      receivedAtMs: 0,
      iceState: 'new',
      reads: {},
    };
    window.observed = observed;
    const fileLabel = 'fileTransfer';
    const laneLabel = 'lane';
    const pieceType = 1;
    const pieceHeaderBytes = 12;
    /** A chunk is a line of JSON followed by file bytes; a piece is a fixed header followed by file bytes. */
    const contentBytes = (message: unknown): number => {
      const bytes =
        message instanceof ArrayBuffer
          ? new Uint8Array(message)
          : message instanceof Uint8Array
            ? message
            : null;
      if (bytes === null) return 0;
      return bytes.length - (bytes[0] === pieceType ? pieceHeaderBytes : bytes.indexOf(10) + 1);
    };
    const usedLanes = new WeakSet<RTCDataChannel>();
    const countLane = (channel: RTCDataChannel): void => {
      if (channel.label !== laneLabel || usedLanes.has(channel)) return;
      usedLanes.add(channel);
      observed.lanes += 1;
    };
    const watchChannel = (channel: RTCDataChannel): void => {
      channel.addEventListener('message', ({ data }) => {
        const bytes = contentBytes(data);
        if (bytes === 0) return;
        countLane(channel);
        observed.receivedBytes += bytes;
        observed.receivedAtMs = Date.now();
      });
    };
    const send = Reflect.get(RTCDataChannel.prototype, 'send') as (message: unknown) => void;
    RTCDataChannel.prototype.send = function (message: unknown) {
      Reflect.apply(send, this, [message]);
      if (this.label !== fileLabel && this.label !== laneLabel) return;
      const bytes = contentBytes(message);
      observed.sentBytes += bytes;
      if (bytes > 0) countLane(this);
    };
    /** Numbers the connections that carry a file; connections that measure the path have no number. */
    const numbers = new WeakMap<RTCPeerConnection, number>();
    const adopt = (peer: RTCPeerConnection): void => {
      observed.connections += 1;
      observed.iceState = peer.iceConnectionState;
      numbers.set(peer, observed.connections);
    };
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        this.addEventListener('iceconnectionstatechange', () => {
          if (numbers.get(this) === observed.connections)
            observed.iceState = this.iceConnectionState;
        });
        this.addEventListener('datachannel', ({ channel }) => {
          if (channel.label === laneLabel) watchChannel(channel);
          if (channel.label !== fileLabel) return;
          adopt(this);
          watchChannel(channel);
        });
      }
      override createDataChannel(label: string, init?: RTCDataChannelInit): RTCDataChannel {
        if (label === fileLabel) {
          observed.channels += 1;
          adopt(this);
        }
        return super.createDataChannel(label, init);
      }
      override createOffer(options?: unknown): Promise<never> {
        const isRestart = (options as RTCOfferOptions | undefined)?.iceRestart === true;
        if (isRestart && numbers.has(this)) observed.restarts += 1;
        return super.createOffer(options as RTCOfferOptions) as Promise<never>;
      }
    };
    const slice = Reflect.get(Blob.prototype, 'slice') as (...bounds: unknown[]) => Blob;
    Blob.prototype.slice = function (start, end, type) {
      if (this instanceof File) {
        const key = String(start ?? 0);
        observed.reads[key] = (observed.reads[key] ?? 0) + 1;
      }
      return Reflect.apply(slice, this, [start, end, type]);
    };
  });
};

export const observe = (page: Page): Promise<Observed> => page.evaluate(() => window.observed);

/** Resolves with the wall clock time, in ms, of the first file content after `sinceBytes`. */
export const whenReceivedBeyond = async (page: Page, sinceBytes: number): Promise<number> => {
  const handle = await page.waitForFunction(
    (bytes) => (window.observed.receivedBytes > bytes ? Date.now() : 0),
    sinceBytes,
    { polling: 20, timeout: 60_000 },
  );
  return handle.jsonValue();
};

/** The most that the send window keeps under way over a path without delay (`send-window.ts`). */
const underWayBytes = 4 * 1024 * 1024;

/** A lane repeats the bytes in flight if SCTP stalls for seconds; nothing else is repeated. */
export const expectOnlyUnderWayRepeated = (transferredBytes: number, fileBytes: number): void => {
  expect(transferredBytes - fileBytes).toBeGreaterThanOrEqual(0);
  expect(transferredBytes - fileBytes).toBeLessThan(underWayBytes);
};
