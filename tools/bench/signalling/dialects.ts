/**
 * How each server wants to be spoken to; what is measured is the same for all of them: two people in a room, one
 * kilobyte from one to the other.
 */
import { signClaims } from '../../../services/_kit/dist/index.js';
import { clientFrame } from './wire.mjs';

/**
 * @typedef {'sender' | 'receiver'} Role
 * @typedef {object} Dialect
 * @property {string} name
 * @property {string} script relative to this folder, or empty for our own service
 * @property {(share: string, role: Role) => string} path
 * @property {(share: string, role: Role) => Promise<Buffer | undefined>} hello sent after the upgrade
 * @property {(text: string, share: string, role: Role) => Buffer | 'ready' | undefined} answer to a frame before being ready
 * @property {(share: string, payload: object) => Buffer} message from the sender to the receiver
 * @property {(bytes: Buffer, start: number) => boolean} isMessage a frame that came from the other side
 * @property {Buffer | undefined} [keepAlive] answer to a frame `2` (socket.io pings in text)
 */

/** Where the type stands in `{"type":"offer"`. */
const typeAt = '{"type":"'.length;
const startsWith = (/** @type {number} */ offset, /** @type {string} */ letter) => {
  const code = letter.charCodeAt(0);
  return (/** @type {Buffer} */ bytes, /** @type {number} */ start) =>
    bytes[start + offset] === code;
};

const json = (/** @type {unknown} */ value) => clientFrame(JSON.stringify(value));
const isJoined = (/** @type {string} */ text) =>
  text.includes('"joined"') ? /** @type {const} */ ('ready') : undefined;

/** @type {(name: string, script: string) => Dialect} */
const plain = (name, script) => ({
  name,
  script,
  path: (share, role) => `/ws?share=${share}&role=${role}`,
  hello: async (shareId, peerId) => json({ type: 'join', shareId, peerId }),
  answer: isJoined,
  message: (shareId, payload) => json({ type: 'offer', shareId, peerId: 'sender', payload }),
  isMessage: startsWith(typeAt, 'o'),
});

/** @type {(keys: import('../../../services/_kit/dist/index.js').Keyring) => Dialect} */
export const ours = (keys) => ({
  ...plain('tandem', ''),
  path: (share) => `/ws?share=${share}`,
  hello: async (shareId, role) => {
    const { token } = await signClaims(
      { shareId, role, viewerId: role, shareExpiresAtMs: Date.now() + 86_400_000 },
      { keys, audience: 'grant', ttlSeconds: 600 },
    );
    return json({ type: 'join', shareId, peerId: role, grant: token });
  },
});

/** @type {Dialect} */
export const bareUws = plain('uWebSockets.js', 'servers/uws.mjs');
/** @type {Dialect} */
export const bareWs = plain('ws', 'servers/ws.mjs');

/** @type {Dialect} */
export const socketIo = {
  name: 'socket.io',
  script: 'servers/socket-io.mjs',
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

/** @type {Dialect} */
export const peerJs = {
  name: 'PeerJS server',
  script: 'servers/peerjs.mjs',
  path: (share, role) => `/peerjs?key=peerjs&id=${share}-${role}&token=t&version=1.5.4`,
  hello: async () => undefined,
  answer: (text) => (text.includes('"OPEN"') ? 'ready' : undefined),
  message: (share, payload) => json({ type: 'OFFER', dst: `${share}-receiver`, payload }),
  isMessage: startsWith(typeAt, 'O'),
};
