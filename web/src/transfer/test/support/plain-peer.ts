/**
 * A minimal second implementation, written from docs/protocol.md. It imports nothing from the engine, so that the tests
 * compare the engine with the document.
 */

import { createHash, randomBytes } from 'node:crypto';
import { RTCPeerConnection, type RTCDataChannel } from 'werift';

export type PlainVersion = 1 | 2;

export interface PlainSocket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface PlainOptions {
  connect: (url: string) => PlainSocket;
  shareId: string;
  password?: string;
  version: PlainVersion;
}

interface Frame {
  type: string;
  peerId: string;
  payload: Record<string, unknown>;
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Each field as its length (u32, big-endian) and its bytes. */
const encodeFields = (fields: (string | Buffer)[]): Buffer =>
  Buffer.concat(
    fields.flatMap((field) => {
      const bytes = Buffer.from(field);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );

const newConnection = (): RTCPeerConnection =>
  new RTCPeerConnection({
    iceServers: [],
    iceAdditionalHostAddresses: ['127.0.0.1'],
    iceUseIpv6: false,
    maxMessageSize: 262_144,
  });

/** Joins, and calls back for every frame. */
const joinRoom = (options: PlainOptions, onFrame: (frame: Frame) => void) => {
  const { shareId, password } = options;
  const peerId = randomBytes(16).toString('base64url');
  const socket = options.connect(`ws://signalling.test/ws?share=${shareId}`);
  const send = (frame: object): void => socket.send(JSON.stringify({ shareId, peerId, ...frame }));
  socket.onopen = () => send({ type: 'join', ...(password === undefined ? {} : { password }) });
  socket.onmessage = ({ data }) => onFrame(JSON.parse(data) as Frame);
  return { send, close: () => socket.close() };
};

/** Queues candidates until the remote description is set. */
const candidateQueue = (peer: RTCPeerConnection) => {
  let isReady = false;
  const waiting: Record<string, unknown>[] = [];
  const add = (candidate: Record<string, unknown>): Promise<void> =>
    peer.addIceCandidate(candidate);
  return {
    async add(candidate: Record<string, unknown>) {
      if (isReady) await add(candidate);
      else waiting.push(candidate);
    },
    async open() {
      isReady = true;
      for (const candidate of waiting.splice(0)) await add(candidate);
    },
  };
};

const trickle = (peer: RTCPeerConnection, send: (frame: object) => void, to?: string): void => {
  peer.onicecandidate = ({ candidate }) => {
    if (candidate?.candidate) send({ type: 'ice-candidate', payload: candidate.toJSON(), to });
  };
};

/** Signalling of the receiver without the optional parts: no `to`, no connection ids. */
const answerCalls = (options: PlainOptions, onChannel: (channel: RTCDataChannel) => void) => {
  const peer = newConnection();
  const candidates = candidateQueue(peer);
  const room = joinRoom(options, ({ type, payload }) => {
    if (type === 'ice-candidate') void candidates.add(payload);
    if (type === 'offer') void answer(payload['sdp'] as string);
  });
  trickle(peer, room.send);
  peer.ondatachannel = ({ channel }) => {
    if (channel.label === 'fileTransfer') onChannel(channel);
  };
  const answer = async (sdp: string): Promise<void> => {
    await peer.setRemoteDescription({ type: 'offer', sdp });
    await candidates.open();
    await peer.setLocalDescription(await peer.createAnswer());
    room.send({ type: 'answer', payload: { sdp: peer.localDescription?.sdp } });
  };
  return async () => {
    room.close();
    await peer.close();
  };
};

/** Signalling of the sender: one connection, to the first receiver. */
const callReceiver = (options: PlainOptions, onOpen: (channel: RTCDataChannel) => void) => {
  const peer = newConnection();
  const candidates = candidateQueue(peer);
  let target = '';
  const call = async (to: string): Promise<void> => {
    if (target !== '') return;
    target = to;
    trickle(peer, room.send, to);
    const channel = peer.createDataChannel('fileTransfer', { ordered: true });
    channel.onopen = () => onOpen(channel);
    await peer.setLocalDescription(await peer.createOffer());
    room.send({ type: 'offer', payload: { sdp: peer.localDescription?.sdp }, to });
  };
  const room = joinRoom(options, ({ type, peerId, payload }) => {
    if (type === 'joined') {
      const [first] = payload['peers'] as { peerId: string }[];
      if (first) void call(first.peerId);
    }
    if (type === 'peer-joined') void call(payload['peerId'] as string);
    if (peerId !== target) return;
    if (type === 'ice-candidate') void candidates.add(payload);
    if (type === 'answer') {
      void peer
        .setRemoteDescription({ type: 'answer', sdp: payload['sdp'] as string })
        .then(() => candidates.open());
    }
  });
  return async () => {
    room.close();
    await peer.close();
  };
};

const readChunk = (message: Buffer) => {
  const end = message.indexOf(0x0a);
  const header = JSON.parse(message.subarray(0, end).toString()) as {
    chunkIndex: number;
    totalChunks: number;
  };
  return { ...header, bytes: message.subarray(end + 1) };
};

export interface PlainReceived {
  bytes: Buffer;
  metadata: Record<string, unknown>;
  version: PlainVersion;
}

/** Receives one file. @param damageBlock reported as damaged once. */
export const plainReceive = (
  options: PlainOptions & { damageBlock?: number; isCommitted?: boolean },
): {
  done: Promise<PlainReceived>;
  close: () => Promise<void>;
} => {
  let finish: (received: PlainReceived) => void = () => undefined;
  const done = new Promise<PlainReceived>((resolve) => {
    finish = resolve;
  });
  const close = answerCalls(options, (channel) => {
    const tell = (message: object): void => channel.send(JSON.stringify(message));
    let metadata: Record<string, unknown> = {};
    let parts: Buffer[] = [];
    const blocks: Buffer[] = [];
    let isSkipping = options.version === 2;
    let toDamage = options.damageBlock ?? -1;
    let chunksPerBlock = 0;

    const isCommitted = options.isCommitted === true;
    const announcedIn = isCommitted ? 'commitment' : 'sha256';
    const announcedOf = (label: string[], digest: Buffer): string =>
      isCommitted
        ? sha256(encodeFields([...label, digest])).toString('hex')
        : digest.toString('hex');
    const onBlockDigest = (block: number, announced: string): void => {
      if (isSkipping) return;
      const bytes = Buffer.concat(parts);
      parts = [];
      const own = sha256(bytes);
      const label = ['tandem/block-commitment/1', String(block)];
      if (block === toDamage || announcedOf(label, own) !== announced) {
        toDamage = -1;
        isSkipping = true;
        tell({ type: 'block-retry', block });
        return;
      }
      blocks.push(bytes);
      tell({ type: 'block-ack', block, ...(isCommitted && { sha256: own.toString('hex') }) });
    };
    const onText = (message: Record<string, unknown>): void => {
      switch (message['type']) {
        case 'file-metadata': {
          metadata = message;
          if (options.version === 2) {
            const { fileId } = message;
            tell({
              type: 'receiver-ready',
              protocol: 2,
              fileId,
              nextBlock: 0,
              windowBlocks: 2,
              maxMessageBytes: 65_536,
              ...(isCommitted && {
                committed: true,
                deliveryId: randomBytes(16).toString('base64url'),
              }),
            });
          } else if (message['chunks'] === 0) {
            tell({ type: 'transfer-complete' });
            finish({ bytes: Buffer.alloc(0), metadata, version: 1 });
          }
          return;
        }
        case 'transfer-start': {
          const { chunkBytes } = message as { chunkBytes: number };
          chunksPerBlock = Math.ceil((metadata['blockBytes'] as number) / chunkBytes);
          isSkipping = false;
          return;
        }
        case 'block-digest':
          onBlockDigest(message['block'] as number, message[announcedIn] as string);
          return;
        case 'file-digest': {
          const own = sha256(Buffer.concat(blocks.map(sha256)));
          if (isSkipping || announcedOf(['tandem/file-commitment/1'], own) !== message[announcedIn])
            return;
          tell({ type: 'transfer-complete', sha256: own.toString('hex') });
          finish({ bytes: Buffer.concat(blocks), metadata, version: 2 });
        }
      }
    };
    const onChunk = (message: Buffer): void => {
      const { chunkIndex, totalChunks, bytes } = readChunk(message);
      if (isSkipping && chunkIndex !== blocks.length * chunksPerBlock) return;
      if (options.version === 2 && chunksPerBlock === 0) return;
      isSkipping = false;
      parts.push(bytes);
      if (options.version === 1 && chunkIndex === totalChunks - 1) {
        tell({ type: 'transfer-complete' });
        finish({ bytes: Buffer.concat(parts), metadata, version: 1 });
      }
    };
    channel.onmessage = ({ data }) => {
      if (typeof data === 'string') onText(JSON.parse(data) as Record<string, unknown>);
      else onChunk(data);
    };
  });
  return { done, close };
};

const pause = (delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, delayMs);
  });

/** Sends one file. Resolves with the receiver's `transfer-complete`. */
export const plainSend = (
  options: PlainOptions & {
    bytes: Buffer;
    filename: string;
    blockBytes?: number;
    /** The last chunk of version 1 waits for it. */
    lastChunkAfter?: Promise<void>;
    /** Announced in version 1 instead of the number of bytes. */
    sizeText?: string;
  },
): { done: Promise<Record<string, unknown>>; close: () => Promise<void> } => {
  const { bytes, filename, version } = options;
  const blockBytes = options.blockBytes ?? 1_048_576;
  let finish: (message: Record<string, unknown>) => void = () => undefined;
  const done = new Promise<Record<string, unknown>>((resolve) => {
    finish = resolve;
  });

  const close = callReceiver(options, (channel) => {
    const tell = (message: object): void => channel.send(JSON.stringify(message));
    const sendChunk = (chunkIndex: number, totalChunks: number, payload: Buffer): void => {
      const header = JSON.stringify({ type: 'file-chunk', chunkIndex, totalChunks });
      channel.send(Buffer.concat([Buffer.from(`${header}\n`), payload]));
    };
    let acknowledged = 0;
    let wake: () => void = () => undefined;

    const sendV2 = async (windowBlocks: number, maxMessageBytes: number): Promise<void> => {
      const chunkBytes = Math.min(maxMessageBytes, 65_536) - 200;
      const blocks = Math.ceil(bytes.length / blockBytes);
      const chunksPerBlock = Math.ceil(blockBytes / chunkBytes);
      const last = bytes.length - (blocks - 1) * blockBytes;
      const totalChunks =
        blocks === 0 ? 0 : (blocks - 1) * chunksPerBlock + Math.ceil(last / chunkBytes);
      tell({ type: 'transfer-start', chunkBytes, totalChunks, blocks, fromBlock: 0 });
      const digests: Buffer[] = [];
      for (let block = 0; block < blocks; block++) {
        while (block >= acknowledged + windowBlocks)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        const content = bytes.subarray(block * blockBytes, (block + 1) * blockBytes);
        for (let k = 0; k * chunkBytes < content.length; k++)
          sendChunk(
            block * chunksPerBlock + k,
            totalChunks,
            content.subarray(k * chunkBytes, (k + 1) * chunkBytes),
          );
        digests.push(sha256(content));
        tell({ type: 'block-digest', block, sha256: sha256(content).toString('hex') });
      }
      tell({ type: 'file-digest', sha256: sha256(Buffer.concat(digests)).toString('hex') });
    };

    const chunks = Math.ceil(bytes.length / 16_384);
    const sendV1 = async (): Promise<void> => {
      for (let i = 0; i < chunks; i++) {
        if (i === chunks - 1) await options.lastChunkAfter;
        sendChunk(i, chunks, bytes.subarray(i * 16_384, (i + 1) * 16_384));
        await pause(10);
      }
    };

    channel.onmessage = ({ data }) => {
      if (typeof data !== 'string') return;
      const message = JSON.parse(data) as Record<string, unknown>;
      if (message['type'] === 'receiver-ready')
        void sendV2(message['windowBlocks'] as number, message['maxMessageBytes'] as number);
      if (message['type'] === 'block-ack') {
        acknowledged += 1;
        wake();
      }
      if (message['type'] === 'transfer-complete') finish(message);
    };
    const plain = {
      type: 'file-metadata',
      filename,
      fileSize: bytes.length,
      fileType: 'application/octet-stream',
      chunks,
    };
    if (version === 2) {
      const fileId = sha256(bytes).toString('hex');
      tell({ ...plain, protocol: 2, fileId, fileBytes: bytes.length, blockBytes });
    } else {
      const { sizeText } = options;
      tell(sizeText === undefined ? plain : { ...plain, fileSize: sizeText });
      void sendV1();
    }
  });
  return { done, close };
};
