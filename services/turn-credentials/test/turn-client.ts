import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** As much of TURN over UDP (RFC 8656) as it takes to prove what a relay does with our credentials. */
const cookie = 0x2112a442;
const methods = { allocate: 0x003, createPermission: 0x008, send: 0x006, data: 0x007 } as const;
const classes = { request: 0x000, indication: 0x010, success: 0x100, error: 0x110 } as const;
const attributes = {
  username: 0x0006,
  integrity: 0x0008,
  errorCode: 0x0009,
  peer: 0x0012,
  data: 0x0013,
  realm: 0x0014,
  nonce: 0x0015,
  relayed: 0x0016,
  transport: 0x0019,
} as const;

const attribute = (type: number, value: Buffer): Buffer => {
  const padded = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4);
  padded.writeUInt16BE(type, 0);
  padded.writeUInt16BE(value.length, 2);
  value.copy(padded, 4);
  return padded;
};

const message = (type: number, id: Buffer, body: Buffer, extraLength = 0): Buffer => {
  const header = Buffer.alloc(8);
  header.writeUInt16BE(type, 0);
  header.writeUInt16BE(body.length + extraLength, 2);
  header.writeUInt32BE(cookie, 4);
  return Buffer.concat([header, id, body]);
};

const xorAddress = (address: string, port: number): Buffer => {
  const value = Buffer.alloc(8);
  value.writeUInt16BE(0x0001, 0);
  value.writeUInt16BE(port ^ (cookie >>> 16), 2);
  const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  value.writeUInt32BE((number ^ cookie) >>> 0, 4);
  return value;
};

const readXorAddress = (value: Buffer) => {
  const number = (value.readUInt32BE(4) ^ cookie) >>> 0;
  return {
    port: value.readUInt16BE(2) ^ (cookie >>> 16),
    address: [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.'),
  };
};

interface Answer {
  type: number;
  attributes: Map<number, Buffer>;
}

const read = (packet: Buffer): Answer => {
  const found = new Map<number, Buffer>();
  for (let at = 20; at + 4 <= packet.length;) {
    const length = packet.readUInt16BE(at + 2);
    found.set(packet.readUInt16BE(at), packet.subarray(at + 4, at + 4 + length));
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return { type: packet.readUInt16BE(0), attributes: found };
};

const errorOf = ({ type, attributes: found }: Answer): number => {
  const code = found.get(attributes.errorCode);
  return (type & 0x110) === classes.error && code ? (code[2] ?? 0) * 100 + (code[3] ?? 0) : 0;
};

const transportUdp = attribute(attributes.transport, Buffer.from([17, 0, 0, 0]));

export interface Credentials {
  username: string;
  credential: string;
}

export class TurnClient {
  readonly #socket: Socket;
  readonly #port: number;
  readonly #credentials: Credentials;
  #realm: Buffer = Buffer.alloc(0);
  #nonce: Buffer = Buffer.alloc(0);

  constructor(socket: Socket, port: number, credentials: Credentials) {
    this.#socket = socket;
    this.#port = port;
    this.#credentials = credentials;
  }

  static async open(port: number, credentials: Credentials): Promise<TurnClient> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new TurnClient(socket, port, credentials);
  }

  close(): void {
    this.#socket.close();
  }

  async #exchange(packet: Buffer): Promise<Answer> {
    const id = packet.subarray(8, 20);
    const signal = AbortSignal.timeout(5_000);
    this.#socket.send(packet, this.#port, '127.0.0.1');
    for (;;) {
      const [answer] = (await once(this.#socket, 'message', { signal })) as [Buffer];
      if (answer.subarray(8, 20).equals(id)) return read(answer);
    }
  }

  #signed(type: number, body: Buffer): Buffer {
    const { username, credential } = this.#credentials;
    const id = randomBytes(12);
    const signedBody = Buffer.concat([
      body,
      attribute(attributes.username, Buffer.from(username)),
      attribute(attributes.realm, this.#realm),
      attribute(attributes.nonce, this.#nonce),
    ]);
    const key = createHash('md5')
      .update(`${username}:${this.#realm.toString()}:${credential}`)
      .digest();
    const covered = message(type, id, signedBody, 24);
    const integrity = createHmac('sha1', key).update(covered).digest();
    return Buffer.concat([covered, attribute(attributes.integrity, integrity)]);
  }

  /** The relay's error code, 0 for success; the relayed address on success. */
  async allocate(): Promise<{ error: number; relayed?: { address: string; port: number } }> {
    const type = methods.allocate | classes.request;
    const challenge = await this.#exchange(message(type, randomBytes(12), transportUdp));
    this.#realm = challenge.attributes.get(attributes.realm) ?? this.#realm;
    this.#nonce = challenge.attributes.get(attributes.nonce) ?? this.#nonce;
    const answer = await this.#exchange(this.#signed(type, transportUdp));
    const relayed = answer.attributes.get(attributes.relayed);
    return { error: errorOf(answer), ...(relayed && { relayed: readXorAddress(relayed) }) };
  }

  /** The relay's error code, 0 for success. */
  async permit(address: string): Promise<number> {
    const body = attribute(attributes.peer, xorAddress(address, 0));
    return errorOf(await this.#exchange(this.#signed(methods.createPermission, body)));
  }

  send(peer: { address: string; port: number }, data: Buffer): void {
    const body = Buffer.concat([
      attribute(attributes.peer, xorAddress(peer.address, peer.port)),
      attribute(attributes.data, data),
    ]);
    const type = methods.send | classes.indication;
    this.#socket.send(message(type, randomBytes(12), body), this.#port, '127.0.0.1');
  }

  /** The next datagram that a peer sent through the relay. */
  async receive(): Promise<Buffer> {
    const signal = AbortSignal.timeout(5_000);
    for (;;) {
      const [packet] = (await once(this.#socket, 'message', { signal })) as [Buffer];
      const { type, attributes: found } = read(packet);
      const data = found.get(attributes.data);
      if (type === (methods.data | classes.indication) && data) return data;
    }
  }
}
