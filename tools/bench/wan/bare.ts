import type { Page } from '@playwright/test';

declare global {
  interface Window {
    lanes?: { peer: RTCPeerConnection; channel: Promise<RTCDataChannel> }[];
    isSending?: boolean;
    gotBytes?: number;
  }
}

/** The baseline: `count` plain connections, each with an ordered channel that is kept full until `stop`. */
const openLanes = async (sender: Page, receiver: Page, count: number): Promise<void> => {
  const open = (page: Page, isSender: boolean) =>
    page.evaluate(
      ({ isSender, count }) => {
        window.gotBytes = 0;
        window.lanes = Array.from({ length: count }, () => {
          const peer = new RTCPeerConnection();
          const channel = isSender
            ? Promise.resolve(peer.createDataChannel('bare', { ordered: true }))
            : new Promise<RTCDataChannel>((resolve) =>
                peer.addEventListener('datachannel', (event) => {
                  event.channel.binaryType = 'arraybuffer';
                  event.channel.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
                    window.gotBytes = (window.gotBytes ?? 0) + data.byteLength;
                  };
                  resolve(event.channel);
                }),
              );
          return { peer, channel };
        });
      },
      { isSender, count },
    );
  /** Applies the remote description and returns the local one with all candidates. */
  const describe = (page: Page, index: number, remote: RTCSessionDescriptionInit | null) =>
    page.evaluate(
      async ({ index, remote }) => {
        const peer = window.lanes?.[index]?.peer;
        if (!peer) throw new Error('no such connection');
        if (remote) await peer.setRemoteDescription(remote);
        if (!remote || peer.signalingState === 'have-remote-offer')
          await peer.setLocalDescription();
        while (peer.iceGatheringState !== 'complete')
          await new Promise((resolve) =>
            peer.addEventListener('icegatheringstatechange', resolve, { once: true }),
          );
        return peer.localDescription?.toJSON() as RTCSessionDescriptionInit;
      },
      { index, remote },
    );
  await open(sender, true);
  await open(receiver, false);
  for (let index = 0; index < count; index += 1) {
    const answer = await describe(receiver, index, await describe(sender, index, null));
    await describe(sender, index, answer);
  }
};

/** Starts sending; the returned function reads how many bytes have arrived. */
export const startBare = async (
  sender: Page,
  receiver: Page,
  count: number,
): Promise<() => Promise<number>> => {
  await openLanes(sender, receiver, count);
  await sender.evaluate(async () => {
    window.isSending = true;
    const channels = await Promise.all((window.lanes ?? []).map(({ channel }) => channel));
    const message = new Uint8Array(256 * 1024);
    for (const channel of channels) {
      channel.bufferedAmountLowThreshold = 512 * 1024;
      const fill = () => {
        while (
          window.isSending &&
          channel.readyState === 'open' &&
          channel.bufferedAmount < 2 ** 20
        )
          channel.send(message);
      };
      channel.addEventListener('open', fill);
      channel.addEventListener('bufferedamountlow', fill);
      fill();
    }
  });
  return () => receiver.evaluate(() => window.gotBytes ?? 0);
};
