/**
 * The protocol of each server. The measured work is the same for all: a room of two, messages of one kilobyte from one
 * member to the other.
 */

import { signClaims, type SigningKeys } from '../../../services/_kit/dist/index.js';
import { clientFrame } from './wire.js';

export type Role = 'sender' | 'receiver';

export interface Dialect {
  name: string;
  /** Relative to this folder; empty for the signalling service. */
  script: string;
  path: (share: string, role: Role) => string;
  /** Sent after the upgrade. */
  hello: (share: string, role: Role) => Promise<Buffer | undefined>;
  /** The reply to a frame that arrives before the join is complete. */
  answer: (text: string, share: string, role: Role) => Buffer | 'ready' | undefined;
  /** From the sender to the receiver. */
  message: (share: string, payload: object) => Buffer;
  /** Whether a frame comes from the other member. */
  isMessage: (bytes: Buffer, start: number) => boolean;
  /** The reply to a frame `2`: socket.io pings in text. */
  keepAlive?: Buffer;
}

/** Offset of the type in `{"type":"offer"`. */
const typeAt = '{"type":"'.length;
/** Whether a frame has `letter` at `offset`. */
const startsWith = (offset: number, letter: string) => {
  const code = letter.charCodeAt(0);
  return (bytes: Buffer, start: number) => bytes[start + offset] === code;
};

const json = (value: unknown) => clientFrame(JSON.stringify(value));
const isJoined = (text: string) => (text.includes('"joined"') ? ('ready' as const) : undefined);

const plain: (name: string, script: string) => Dialect = (name, script) => ({
  name,
  script,
  path: (share, role) => `/ws?share=${share}&role=${role}`,
  hello: async (shareId, peerId) => json({ type: 'join', shareId, peerId }),
  answer: isJoined,
  message: (shareId, payload) => json({ type: 'offer', shareId, peerId: 'sender', payload }),
  isMessage: startsWith(typeAt, 'o'),
});

export const ours: (keys: SigningKeys) => Dialect = (keys) => ({
  ...plain('tandem', ''),
  path: (share) => `/ws?share=${share}`,
  hello: async (shareId, role) => {
    const { token } = signClaims(
      { shareId, role, viewerId: role, shareExpiresAtMs: Date.now() + 86_400_000 },
      { keys, audience: 'grant', ttlSeconds: 600 },
    );
    return json({ type: 'join', shareId, peerId: role, grant: token });
  },
});

export const bareUws: Dialect = plain('uWebSockets.js', 'servers/uws.ts');
export const bareWs: Dialect = plain('ws', 'servers/ws.ts');

export const socketIo: Dialect = {
  name: 'socket.io',
  script: 'servers/socket-io.ts',
  path: () => '/socket.io/?EIO=4&transport=websocket',
  hello: async () => undefined,
  answer: (text, shareId) => {
    if (text.startsWith('0')) return clientFrame('40');
    if (text.startsWith('40')) return clientFrame(`42${JSON.stringify(['join', { shareId }])}`);
    return isJoined(text);
  },
  message: (shareId, payload) =>
    clientFrame(`42${JSON.stringify(['offer', { shareId, peerId: 'sender', payload }])}`),
  isMessage: startsWith('42["'.length, 'o'),
  keepAlive: clientFrame('3'),
};

export const peerJs: Dialect = {
  name: 'PeerJS server',
  script: 'servers/peerjs.ts',
  path: (share, role) => `/peerjs?key=peerjs&id=${share}-${role}&token=t&version=1.5.4`,
  hello: async () => undefined,
  answer: (text) => (text.includes('"OPEN"') ? 'ready' : undefined),
  message: (share, payload) => json({ type: 'OFFER', dst: `${share}-receiver`, payload }),
  isMessage: startsWith(typeAt, 'O'),
};
