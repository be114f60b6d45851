/** The least a web socket client can be: the load must not cost more than what it measures. */
import { connect } from 'node:net';

const opcodes = { text: 1, close: 8, ping: 9, pong: 10 };

/**
 * A client frame. The mask is zero, so that the payload is not touched: allowed, and the server unmasks all the same.
 * @param {string | Buffer} payload
 * @param {number} [opcode]
 */
export const clientFrame = (payload, opcode = opcodes.text) => {
  const body = Buffer.from(payload);
  const extended = body.length > 125;
  const head = Buffer.alloc(extended ? 8 : 6);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | (extended ? 126 : body.length);
  if (extended) head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
};

/**
 * @typedef {object} Peer
 * @property {import('node:net').Socket} socket
 * @property {(frame: Buffer) => void} write frames made by `clientFrame`
 * @property {(bytes: Buffer, start: number, end: number) => void} onText where a text frame stands in the bytes
 * @property {() => void} onClose
 */

/** Walk over whole frames; returns where the first unfinished one begins. @param {Peer} peer @param {Buffer} bytes */
const readFrames = (peer, bytes) => {
  let at = 0;
  for (;;) {
    if (bytes.length - at < 2) return at;
    let length = /** @type {number} */ (bytes[at + 1]) & 0x7f;
    let start = at + 2;
    if (length === 126) {
      if (bytes.length - at < 4) return at;
      length = bytes.readUInt16BE(start);
      start += 2;
    } else if (length === 127) {
      if (bytes.length - at < 10) return at;
      length = Number(bytes.readBigUInt64BE(start));
      start += 8;
    }
    const end = start + length;
    if (bytes.length < end) return at;
    const opcode = /** @type {number} */ (bytes[at]) & 0x0f;
    if (opcode === opcodes.text) peer.onText(bytes, start, end);
    else if (opcode === opcodes.ping) {
      peer.write(clientFrame(bytes.subarray(start, end), opcodes.pong));
    }
    at = end;
  }
};

/**
 * Resolves when the upgrade is accepted.
 * @param {number} port
 * @param {string} path
 * @returns {Promise<Peer>}
 */
export const openPeer = (port, path) =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let rest = Buffer.alloc(0);
    let isOpen = false;
    /** @type {Peer} */
    const peer = {
      socket,
      write: (frame) => void socket.write(frame),
      onText: () => undefined,
      onClose: () => undefined,
    };
    socket.once('connect', () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      ),
    );
    socket.on('error', (error) => (isOpen ? undefined : reject(error)));
    socket.on('close', () => {
      if (isOpen) peer.onClose();
      else reject(new Error('closed before the upgrade'));
    });
    socket.on('data', (chunk) => {
      let bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      if (!isOpen) {
        const end = bytes.indexOf('\r\n\r\n');
        if (end < 0) {
          rest = bytes;
          return;
        }
        if (!bytes.subarray(0, 12).toString().endsWith('101')) {
          reject(new Error(`refused: ${bytes.subarray(0, 30).toString()}`));
          socket.destroy();
          return;
        }
        isOpen = true;
        bytes = bytes.subarray(end + 4);
        rest = bytes;
        resolve(peer);
        // Whoever awaits this sets its handlers first.
        setImmediate(() => {
          rest = rest.subarray(readFrames(peer, rest));
        });
        return;
      }
      rest = bytes.subarray(readFrames(peer, bytes));
    });
  });
