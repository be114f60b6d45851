import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Pod } from './kubelet.js';
import { closeCodeIn, textFrame, upgrade } from './web-socket.js';

const socketsPerPod = 5;

interface Share {
  shareId: string;
  password: string;
}

/** Joins a share as a receiver; resolves when the pod has admitted it. */
const join = async (pod: Pod, origin: string, { shareId, password }: Share, peerId: string) => {
  const socket = await upgrade(pod.ip, origin);
  socket.write(textFrame(JSON.stringify({ type: 'join', shareId, peerId, password })));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (!answer.includes('"joined"')) throw new Error(`not admitted: ${answer.toString()}`);
  return socket;
};

/** Joins a share on every pod and records how each socket ends. */
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
    /** Resolves when `wanted` sockets have closed. */
    ended: async (wanted: number) => {
      while (isClosed.size < wanted) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    /** Close codes; undefined for an open socket. */
    closeCodes: () => received.map((chunks) => closeCodeIn(Buffer.concat(chunks))),
    close: () => {
      for (const socket of open) socket.destroy();
    },
  };
};
