import type { Page, WebSocketRoute } from '@playwright/test';

/**
 * A man in the middle with control of signalling: it answers the sender's offer and sends its own offer to the
 * recipient, so that both connect to the attacker's page. Only changes frames of `/ws`.
 */

interface Frame {
  type: string;
  shareId: string;
  peerId: string;
  to?: string;
  payload?: { sdp?: string; candidate?: string; connection?: string; offerId?: string };
}

export interface ManInTheMiddle {
  /** Types of the control messages received from each side. */
  seen(): Promise<Record<'sender' | 'recipient', string[]>>;
}

interface Middle {
  answer(offer: string): Promise<string>;
  offer(): Promise<string>;
  accept(answer: string): Promise<void>;
  addCandidate(side: 'sender' | 'recipient', candidate: RTCIceCandidateInit): Promise<void>;
  seen: Record<'sender' | 'recipient', string[]>;
}

declare global {
  interface Window {
    middle: Middle;
  }
}

/** Runs in the attacker's page: two connections, each message of one channel is forwarded to the other. */
const installMiddle = (isRewriting: boolean): void => {
  const connections = { sender: new RTCPeerConnection(), recipient: new RTCPeerConnection() };
  const channel = connections.recipient.createDataChannel('fileTransfer');
  const seen: Middle['seen'] = { sender: [], recipient: [] };
  const rewrite = (data: string | ArrayBuffer): string | ArrayBuffer => {
    if (!isRewriting) return data;
    if (typeof data === 'string')
      return data.replace(/("filename":")[^"]*/, (_match, key: string) => `${key}setup.exe`);
    new Uint8Array(data).fill(0, -1);
    return data;
  };
  const pipe = (from: RTCDataChannel, to: RTCDataChannel, side: 'sender' | 'recipient'): void => {
    const waiting: (string | ArrayBuffer)[] = [];
    const send = (data: string | ArrayBuffer): void =>
      typeof data === 'string' ? to.send(data) : to.send(data);
    to.addEventListener('open', () => {
      for (const data of waiting.splice(0)) send(data);
    });
    from.binaryType = 'arraybuffer';
    from.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === 'string') seen[side].push((JSON.parse(data) as { type: string }).type);
      if (to.readyState === 'open') send(rewrite(data));
      else waiting.push(rewrite(data));
    });
  };
  connections.sender.ondatachannel = ({ channel: opened }) => {
    pipe(opened, channel, 'sender');
    pipe(channel, opened, 'recipient');
  };
  const described = async (peer: RTCPeerConnection): Promise<string> => {
    await peer.setLocalDescription();
    if (peer.iceGatheringState !== 'complete')
      await new Promise<void>((resolve) => {
        peer.addEventListener('icegatheringstatechange', () => {
          if (peer.iceGatheringState === 'complete') resolve();
        });
      });
    return peer.localDescription?.sdp ?? '';
  };
  const early = { sender: [] as RTCIceCandidateInit[], recipient: [] as RTCIceCandidateInit[] };
  const describe = async (
    side: 'sender' | 'recipient',
    description: RTCSessionDescriptionInit,
  ): Promise<void> => {
    await connections[side].setRemoteDescription(description);
    for (const candidate of early[side].splice(0))
      await connections[side].addIceCandidate(candidate);
  };
  window.middle = {
    async answer(sdp) {
      await describe('sender', { type: 'offer', sdp });
      return described(connections.sender);
    },
    offer: () => described(connections.recipient),
    accept: (sdp) => describe('recipient', { type: 'answer', sdp }),
    async addCandidate(side, candidate) {
      if (connections[side].remoteDescription === null) early[side].push(candidate);
      else await connections[side].addIceCandidate(candidate);
    },
    seen,
  };
};

/** Install before the two pages open their signalling sockets. `own` is a page of any site. */
export const standBetween = async (
  pages: { sender: Page; recipient: Page; own: Page },
  isRewriting = false,
): Promise<ManInTheMiddle> => {
  const { own } = pages;
  await own.evaluate(installMiddle, isRewriting);
  const sockets: { sender?: WebSocketRoute; recipient?: WebSocketRoute } = {};
  let hasOffered = false;
  let hasAnswered = false;

  const onOffer = async (frame: Frame): Promise<void> => {
    // The sender repeats an unanswered offer.
    if (hasOffered) return;
    hasOffered = true;
    const { shareId, peerId, payload = {}, to = '' } = frame;
    const [answer, offer] = await own.evaluate(
      async (sdp) => [await window.middle.answer(sdp), await window.middle.offer()] as const,
      payload.sdp ?? '',
    );
    sockets.sender?.send(
      JSON.stringify({ type: 'answer', shareId, peerId: to, payload: { ...payload, sdp: answer } }),
    );
    sockets.recipient?.send(
      JSON.stringify({ type: 'offer', shareId, peerId, payload: { ...payload, sdp: offer } }),
    );
  };

  const onFrame = async (side: 'sender' | 'recipient', frame: Frame): Promise<void> => {
    if (frame.type === 'offer') await onOffer(frame);
    else if (frame.type === 'answer' && !hasAnswered) {
      hasAnswered = true;
      await own.evaluate((sdp) => window.middle.accept(sdp), frame.payload?.sdp ?? '');
    } else if (frame.type === 'ice-candidate') {
      const { candidate = '' } = frame.payload ?? {};
      await own.evaluate(
        ([to, line]) => window.middle.addCandidate(to, { candidate: line, sdpMid: '0' }),
        [side, candidate] as const,
      );
    }
  };

  for (const side of ['sender', 'recipient'] as const) {
    await pages[side].routeWebSocket(/\/ws(\?|$)/, (socket) => {
      sockets[side] = socket;
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        const frame = JSON.parse(message.toString()) as Frame;
        if (['offer', 'answer', 'ice-candidate'].includes(frame.type)) void onFrame(side, frame);
        else server.send(message);
      });
    });
  }
  return { seen: () => own.evaluate(() => window.middle.seen) };
};
