import type { Page } from '@playwright/test';

/**
 * The yardstick: two pages, one ordered data channel, one buffer sent over and over, nothing stored,
 * nothing hashed. Whatever the product does beyond this is its own cost.
 */

/** Bytes a message; the largest Chromium announces. */
const messageBytes = 256 * 1024;
const highWaterBytes = 1024 * 1024;
const lowWaterBytes = 256 * 1024;

declare global {
  interface Window {
    bare: { peer: RTCPeerConnection; channel: Promise<RTCDataChannel> };
  }
}

const open = (page: Page, isSender: boolean) =>
  page.evaluate((makesChannel) => {
    const peer = new RTCPeerConnection();
    const channel = makesChannel
      ? Promise.resolve(peer.createDataChannel('bare', { ordered: true }))
      : new Promise<RTCDataChannel>((resolve) =>
          peer.addEventListener('datachannel', (event) => resolve(event.channel)),
        );
    window.bare = { peer, channel };
  }, isSender);

/** Set the description and hand back the local one once every candidate is in it. */
const describe = (page: Page, remote: RTCSessionDescriptionInit | null) =>
  page.evaluate(async (given) => {
    const { peer } = window.bare;
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
  }, remote);

/** Seconds from the first send to the receiver's word that all bytes are there. */
export const timeBareChannel = async (
  sender: Page,
  receiver: Page,
  bytes: number,
): Promise<number> => {
  await open(sender, true);
  await open(receiver, false);
  const offer = await describe(sender, null);
  const answer = await describe(receiver, offer);
  await describe(sender, answer);

  const counted = receiver.evaluate(async (total) => {
    const channel = await window.bare.channel;
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

  const seconds = await sender.evaluate(
    async ({ total, size, high, low }) => {
      const channel = await window.bare.channel;
      if (channel.readyState !== 'open') {
        await new Promise((resolve) => channel.addEventListener('open', resolve, { once: true }));
      }
      const done = new Promise((resolve) =>
        channel.addEventListener('message', resolve, { once: true }),
      );
      channel.bufferedAmountLowThreshold = low;
      const message = new Uint8Array(size);
      const start = performance.now();
      for (let sent = 0; sent < total; sent += size) {
        if (channel.bufferedAmount > high) {
          await new Promise((resolve) =>
            channel.addEventListener('bufferedamountlow', resolve, { once: true }),
          );
        }
        channel.send(message.subarray(0, Math.min(size, total - sent)));
      }
      await done;
      return (performance.now() - start) / 1000;
    },
    { total: bytes, size: messageBytes, high: highWaterBytes, low: lowWaterBytes },
  );
  await counted;
  for (const page of [sender, receiver]) await page.evaluate(() => window.bare.peer.close());
  return seconds;
};
