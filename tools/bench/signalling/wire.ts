/** A minimal web socket client: the load must cost less than what it measures. */

import { connect, type Socket } from 'node:net';

const opcodes = { text: 1, close: 8, ping: 9, pong: 10 };

/** A client frame. A zero mask leaves the payload unchanged; RFC 6455, section 5.3 allows it. */
export const clientFrame = (payload: string | Buffer, opcode = opcodes.text): Buffer => {
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const extended = body.length > 125;
  const head = Buffer.alloc(extended ? 8 : 6);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | (extended ? 126 : body.length);
  if (extended) head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
};

export interface Peer {
  socket: Socket;
  /** Takes frames of `clientFrame`. */
  write: (frame: Buffer) => void;
  /** Called with the range of each text frame in `bytes`. */
  onText: (bytes: Buffer, start: number, end: number) => void;
  onClose: () => void;
}

/** Handles the complete frames. Returns the offset of the first incomplete one. */
const readFrames = (peer: Peer, bytes: Buffer): number => {
  let at = 0;
  for (;;) {
    if (bytes.length - at < 2) return at;
    let length = (bytes[at + 1] as number) & 0x7f;
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
    const opcode = (bytes[at] as number) & 0x0f;
    if (opcode === opcodes.text) peer.onText(bytes, start, end);
    else if (opcode === opcodes.ping) {
      peer.write(clientFrame(bytes.subarray(start, end), opcodes.pong));
    }
    at = end;
  }
};

/** Resolves when the server accepts the upgrade. */
export const openPeer = (port: number, path: string): Promise<Peer> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let rest: Buffer = Buffer.alloc(0);
    let isOpen = false;
    const peer: Peer = {
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
      let bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
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
        // After the caller has set its handlers.
        setImmediate(() => {
          rest = rest.subarray(readFrames(peer, rest));
        });
        return;
      }
      rest = bytes.subarray(readFrames(peer, bytes));
    });
  });
