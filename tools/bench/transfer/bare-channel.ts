import type { Page } from '@playwright/test';

/**
 * The baseline: one sending page, one or two receiving pages, an ordered data channel to each. One buffer is sent
 * repeatedly and neither stored nor hashed. Message size (the largest that Chromium announces) and watermarks are those
 * of the product; the difference is the product's cost.
 */
const messageBytes = 256 * 1024;
const highWaterBytes = 1024 * 1024;
const lowWaterBytes = 512 * 1024;

declare global {
  interface Window {
    bare?: { peer: RTCPeerConnection; channel: Promise<RTCDataChannel> }[];
  }
}

/** @returns the index of the new connection in the page's list */
const open = (page: Page, isSender: boolean) =>
  page.evaluate((makesChannel) => {
    const peer = new RTCPeerConnection();
    const channel = makesChannel
      ? Promise.resolve(peer.createDataChannel('bare', { ordered: true }))
      : new Promise<RTCDataChannel>((resolve) =>
          peer.addEventListener('datachannel', (event) => resolve(event.channel)),
        );
    return (window.bare ??= []).push({ peer, channel }) - 1;
  }, isSender);

/** Sets the remote description and returns the local one with all candidates. */
const describe = (page: Page, index: number, remote: RTCSessionDescriptionInit | null) =>
  page.evaluate(
    async ({ index, given }) => {
      const peer = window.bare?.[index]?.peer;
      if (!peer) throw new Error('no such connection');
      if (given) await peer.setRemoteDescription(given);
      if (peer.signalingState !== 'stable' || !given) {
        await peer.setLocalDescription();
        if (peer.iceGatheringState !== 'complete') {
          await new Promise((resolve) =>
            peer.addEventListener('icegatheringstatechange', () => {
              if (peer.iceGatheringState === 'complete') resolve(undefined);
            }),
          );
        }
      }
      return peer.localDescription?.toJSON() as RTCSessionDescriptionInit;
    },
    { index, given: remote },
  );

const connect = async (sender: Page, receiver: Page): Promise<void> => {
  const index = await open(sender, true);
  await open(receiver, false);
  const offer = await describe(sender, index, null);
  const answer = await describe(receiver, 0, offer);
  await describe(sender, index, answer);
};

/** Resolves when all bytes have arrived and the sender has the confirmation. */
const count = (receiver: Page, bytes: number) =>
  receiver.evaluate(async (total) => {
    const channel = await window.bare?.[0]?.channel;
    if (!channel) throw new Error('no channel');
    channel.binaryType = 'arraybuffer';
    let got = 0;
    await new Promise<void>((resolve) => {
      channel.onmessage = (event: MessageEvent<ArrayBuffer>) => {
        got += event.data.byteLength;
        if (got >= total) resolve();
      };
    });
    channel.send('done');
  }, bytes);

/** Seconds from the first send to the last receiver's confirmation. */
const send = (sender: Page, bytes: number) =>
  sender.evaluate(
    async ({ total, size, high, low }) => {
      const channels = await Promise.all((window.bare ?? []).map(({ channel }) => channel));
      const message = new Uint8Array(size);
      const sendAll = async (channel: RTCDataChannel) => {
        const done = new Promise((resolve) =>
          channel.addEventListener('message', resolve, { once: true }),
        );
        channel.bufferedAmountLowThreshold = low;
        for (let sent = 0; sent < total; sent += size) {
          if (channel.bufferedAmount > high) {
            await new Promise((resolve) =>
              channel.addEventListener('bufferedamountlow', resolve, { once: true }),
            );
          }
          channel.send(message.subarray(0, Math.min(size, total - sent)));
        }
        await done;
      };
      for (const channel of channels) {
        if (channel.readyState === 'open') continue;
        await new Promise((resolve) => channel.addEventListener('open', resolve, { once: true }));
      }
      const start = performance.now();
      await Promise.all(channels.map(sendAll));
      return (performance.now() - start) / 1000;
    },
    { total: bytes, size: messageBytes, high: highWaterBytes, low: lowWaterBytes },
  );

/** Seconds to send `bytes` to all receivers in parallel, over one connection each. */
export const timeBareChannel = async (
  sender: Page,
  receivers: readonly Page[],
  bytes: number,
): Promise<number> => {
  for (const receiver of receivers) await connect(sender, receiver);
  const counted = Promise.all(receivers.map((receiver) => count(receiver, bytes)));
  const seconds = await send(sender, bytes);
  await counted;
  return seconds;
};
