import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Pod } from './kubelet.js';

/** Node 20 has no WebSocket client; of the protocol this needs the upgrade and the close code. */
const socketsPerPod = 5;
const closeOpcode = 0x8;

interface Share {
  shareId: string;
  password: string;
}

/** A client's text frame: masked, here with zeros, which leave the text as it is. */
const textFrame = (text: string): Buffer => {
  const payload = Buffer.from(text);
  const header = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([header, Buffer.alloc(4), payload]);
};

const upgrade = async (pod: Pod, origin: string): Promise<Socket> => {
  const socket = connect(8080, pod.ip);
  await once(socket, 'connect');
  socket.write(
    [
      'GET /ws?share=none HTTP/1.1',
      `Host: ${new URL(origin).host}`,
      `Origin: ${origin}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      '',
      '',
    ].join('\r\n'),
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (!answer.toString().startsWith('HTTP/1.1 101')) throw new Error(answer.toString());
  return socket;
};

/** Joins a share as a receiver; resolves when the pod has admitted it. */
const join = async (pod: Pod, origin: string, { shareId, password }: Share, peerId: string) => {
  const socket = await upgrade(pod, origin);
  socket.write(textFrame(JSON.stringify({ type: 'join', shareId, peerId, password })));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (!answer.includes('"joined"')) throw new Error(`not admitted: ${answer.toString()}`);
  return socket;
};

/** Close code in a run of unmasked server frames, if there is one. */
const closeCodeIn = (bytes: Buffer): number | undefined => {
  for (let at = 0; at + 2 <= bytes.length;) {
    const opcode = (bytes[at] ?? 0) & 0x0f;
    const short = (bytes[at + 1] ?? 0) & 0x7f;
    const header = short === 126 ? 4 : 2;
    const length = short === 126 ? bytes.readUInt16BE(at + 2) : short;
    if (opcode === closeOpcode) return bytes.readUInt16BE(at + header);
    at += header + length;
  }
  return undefined;
};

/** Joins a share from every pod and watches how each socket ends. */
export const openSockets = async (pods: readonly Pod[], origin: string, share: Share) => {
  const open = await Promise.all(
    pods.flatMap((pod) =>
      Array.from({ length: socketsPerPod }, (_, n) => join(pod, origin, share, `${pod.name}-${n}`)),
    ),
  );
  const received = open.map((socket) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    return chunks;
  });
  const isClosed = new Set<Socket>();
  for (const socket of open) socket.once('close', () => isClosed.add(socket));
  return {
    count: open.length,
    /** Resolves when so many have closed. */
    ended: async (wanted: number) => {
      while (isClosed.size < wanted) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    /** Close codes; undefined for a socket that is still open. */
    closeCodes: () => received.map((chunks) => closeCodeIn(Buffer.concat(chunks))),
    close: () => {
      for (const socket of open) socket.destroy();
    },
  };
};
