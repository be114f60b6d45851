/** Web sockets, byte by byte: a library refuses to send what is malformed, and costs more than the attacked service. */

import { connect } from 'node:net';

/** RFC 6455, section 5.2. */
export const opcodes = { continuation: 0, text: 1, binary: 2, ping: 9 };

interface FrameOptions {
  opcode?: number;
  /** The three reserved bits. */
  reserved?: number;
  isMasked?: boolean;
}

/** A complete frame of at most 4 GiB. The mask is zero, which leaves the payload unchanged. */
export const frameOf = (
  payload: Buffer,
  { opcode = opcodes.text, reserved = 0, isMasked = true }: FrameOptions = {},
): Buffer => {
  const { length } = payload;
  const masked = isMasked ? 0x80 : 0;
  const first = 0x80 | (reserved << 4) | opcode;
  const mask = Buffer.alloc(isMasked ? 4 : 0);
  let head: Buffer;
  if (length <= 125) head = Buffer.from([first, masked | length]);
  else if (length <= 0xffff) head = Buffer.from([first, masked | 126, length >> 8, length & 0xff]);
  else {
    head = Buffer.alloc(10);
    head[0] = first;
    head[1] = masked | 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, mask, payload]);
};

interface Attempt {
  /** Of the service, on the loopback interface. */
  port: number;
  path: string;
  /** What proxies would write to X-Forwarded-For. */
  forwardedFor: string;
  /** One or several. */
  frames: Buffer;
}

/** How long a server may take to close a connection. */
const patienceMs = 10_000;

/**
 * Opens a web socket, sends frames and ends its side of the connection. Resolves with the number of frames that were
 * refused with a reason; violations of the protocol of web sockets are not. Rejects when the upgrade is refused, or the
 * server keeps the connection.
 */
export const attempt = ({ port, path, forwardedFor, frames }: Attempt): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let answer = '';
    let isSent = false;
    socket.setTimeout(patienceMs, () => {
      reject(new Error('a connection was not closed'));
      socket.destroy();
    });
    // A reset by the server: `close` follows.
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
      // uWebSockets.js discards what arrives before its answer.
      if (!isSent && answer.includes('\r\n\r\n')) {
        isSent = true;
        socket.end(frames);
      }
    });
    socket.on('close', () => {
      if (!answer.startsWith('HTTP/1.1 101'))
        reject(new Error(`no upgrade: ${answer.split('\r\n')[0] ?? ''}`));
      else resolve(answer.split('"type":"error"').length - 1);
    });
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
        `X-Forwarded-For: ${forwardedFor}\r\n\r\n`,
    );
  });
