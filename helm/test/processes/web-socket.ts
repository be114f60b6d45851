import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Node 20 has no WebSocket client; the tests need the upgrade, text frames and the close code. */
const textOpcode = 0x1;
const closeOpcode = 0x8;

/** A client's text frame, masked with zeros, which leave the text unchanged. */
export const textFrame = (text: string): Buffer => {
  const payload = Buffer.from(text);
  const header = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([header, Buffer.alloc(4), payload]);
};

/** Rejects with the response of a server that refuses the upgrade. */
export const upgrade = async (ip: string, origin: string): Promise<Socket> => {
  const socket = connect(8080, ip);
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

interface Frame {
  opcode: number;
  payload: Buffer;
}

/** Splits complete unmasked server frames, each below 64 KiB, from the remaining bytes. */
const split = (bytes: Buffer): { frames: Frame[]; rest: Buffer } => {
  const frames: Frame[] = [];
  for (let at = 0; ;) {
    const short = (bytes[at + 1] ?? 0) & 0x7f;
    const header = short === 126 ? 4 : 2;
    if (bytes.length < at + header) return { frames, rest: bytes.subarray(at) };
    const end = at + header + (short === 126 ? bytes.readUInt16BE(at + 2) : short);
    if (bytes.length < end) return { frames, rest: bytes.subarray(at) };
    const opcode = (bytes[at] ?? 0) & 0x0f;
    frames.push({ opcode, payload: bytes.subarray(at + header, end) });
    at = end;
  }
};

/** The close code in a sequence of server frames, if any. */
export const closeCodeIn = (bytes: Buffer): number | undefined =>
  split(bytes)
    .frames.find(({ opcode }) => opcode === closeOpcode)
    ?.payload.readUInt16BE(0);

/** Calls back for each text frame; resolves with the close code, or undefined without a close frame. */
export const listen = (
  socket: Socket,
  onText: (text: string) => void,
): Promise<number | undefined> =>
  new Promise((resolve) => {
    let rest = Buffer.alloc(0);
    let code: number | undefined;
    socket.on('data', (chunk: Buffer) => {
      const read = split(Buffer.concat([rest, chunk]));
      rest = Buffer.from(read.rest);
      for (const { opcode, payload } of read.frames) {
        if (opcode === textOpcode) onText(payload.toString());
        if (opcode === closeOpcode) code = payload.readUInt16BE(0);
      }
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(code));
  });
