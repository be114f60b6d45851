import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** The parts of STUN and TURN (RFC 8489, RFC 8656) over UDP that the relay tests need. */
const cookie = 0x2112a442;
const method = { allocate: 0x003, createPermission: 0x008, send: 0x016, data: 0x017 } as const;
const attribute = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  peer: 0x0012,
  data: 0x0013,
  realm: 0x0014,
  nonce: 0x0015,
  relayed: 0x0016,
  family: 0x0017,
  transport: 0x0019,
} as const;
/** A relay answers within a millisecond; a loaded machine may need much longer. */
const answerTimeoutMs = 60_000;
/** Long, because it only ends a start that has failed without exiting. */
const startTimeoutMs = 100_000;

type Attributes = [type: number, value: Buffer][];

const encodeAttributes = (attributes: Attributes): Buffer =>
  Buffer.concat(
    attributes.map(([type, value]) => {
      const padded = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4);
      padded.writeUInt16BE(type, 0);
      padded.writeUInt16BE(value.length, 2);
      value.copy(padded, 4);
      return padded;
    }),
  );

const message = (type: number, id: Buffer, attributes: Attributes, key?: Buffer): Buffer => {
  const body = encodeAttributes(attributes);
  const header = Buffer.alloc(20);
  header.writeUInt16BE(type, 0);
  header.writeUInt16BE(body.length + (key ? 24 : 0), 2);
  header.writeUInt32BE(cookie, 4);
  id.copy(header, 8);
  const whole = Buffer.concat([header, body]);
  if (!key) return whole;
  const hmac = createHmac('sha1', key).update(whole).digest();
  return Buffer.concat([whole, encodeAttributes([[attribute.integrity, hmac]])]);
};

const decode = (bytes: Buffer) => {
  const attributes = new Map<number, Buffer>();
  for (let at = 20; at + 4 <= bytes.length;) {
    const length = bytes.readUInt16BE(at + 2);
    attributes.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, at + 4 + length));
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return { type: bytes.readUInt16BE(0), id: bytes.subarray(8, 20).toString('hex'), attributes };
};

const addressBytes = (address: string): Buffer => {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = address.split('::');
  const words = (part: string) => part.split(':').filter(Boolean);
  const gap = 8 - words(head).length - words(tail).length;
  const all = [
    ...words(head),
    ...Array<string>(address.includes('::') ? gap : 0).fill('0'),
    ...words(tail),
  ];
  return Buffer.from(all.map((word) => word.padStart(4, '0')).join(''), 'hex');
};

/** XOR-PEER-ADDRESS (RFC 8656, section 18.3); for IPv6 the mask includes the transaction id. */
const peerAddress = (address: string, port: number, id: Buffer): Buffer => {
  const mask = Buffer.concat([Buffer.from('2112a442', 'hex'), id]);
  const bytes = addressBytes(address);
  const value = Buffer.alloc(4 + bytes.length);
  value.writeUInt8(bytes.length === 4 ? 1 : 2, 1);
  value.writeUInt16BE(port ^ 0x2112, 2);
  bytes.forEach((byte, index) => value.writeUInt8(byte ^ (mask[index] ?? 0), 4 + index));
  return value;
};

export interface TurnClient {
  /** Error code of the response, 0 on success; `family` is that of the relayed address. */
  allocate(family?: 4 | 6): Promise<number>;
  /** Error code of the response, 0 when data may be sent to the address. */
  permit(address: string): Promise<number>;
  /** Sends data through the relay and resolves with the data that comes back. */
  echo(address: string, port: number, data: Buffer): Promise<Buffer>;
  close(): void;
}

/** Credentials issued by turn-credentials (coturn's REST API scheme). */
export interface TurnCredentials {
  readonly username: string;
  readonly credential: string;
}

const bindingRequest = Buffer.from('000100002112a442000102030405060708090a0b', 'hex');

/**
 * Resolves when a relay answers on this port of the loopback address. Datagrams sent before it listens are lost.
 * Rejects after the start time-out.
 */
export const untilRelayAnswers = async (port: number): Promise<void> => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  const timer = setInterval(() => socket.send(bindingRequest, port, '127.0.0.1'), 50);
  try {
    await once(socket, 'message', { signal: AbortSignal.timeout(startTimeoutMs) });
  } finally {
    clearInterval(timer);
    socket.close();
  }
};

/** Client of the relay on this port of the loopback address. */
export const connectTurn = (port: number, credentials: TurnCredentials): TurnClient => {
  const socket: Socket = createSocket('udp4');
  let realm: Buffer = Buffer.alloc(0);
  let nonce: Buffer = Buffer.alloc(0);

  const next = async (accepts: (answer: ReturnType<typeof decode>) => boolean) => {
    const signal = AbortSignal.timeout(answerTimeoutMs);
    for (;;) {
      const [bytes] = (await once(socket, 'message', { signal })) as [Buffer];
      const answer = decode(bytes);
      if (accepts(answer)) return answer;
    }
  };

  const request = async (
    type: number,
    attributes: (id: Buffer) => Attributes,
    isSigned: boolean,
  ) => {
    const id = randomBytes(12);
    const key = createHash('md5')
      .update(`${credentials.username}:${realm.toString()}:${credentials.credential}`)
      .digest();
    const all: Attributes = [
      ...attributes(id),
      ...(isSigned
        ? ([
            [attribute.username, Buffer.from(credentials.username)],
            [attribute.realm, realm],
            [attribute.nonce, nonce],
          ] satisfies Attributes)
        : []),
    ];
    const answer = next(({ id: answered }) => answered === id.toString('hex'));
    socket.send(message(type, id, all, isSigned ? key : undefined), port, '127.0.0.1');
    const { attributes: got } = await answer;
    const error = got.get(attribute.error);
    return { code: error ? (error[2] ?? 0) * 100 + (error[3] ?? 0) : 0, got };
  };

  const udp: Attributes = [[attribute.transport, Buffer.from([17, 0, 0, 0])]];
  const ipv6: Attributes = [...udp, [attribute.family, Buffer.from([2, 0, 0, 0])]];
  return {
    allocate: async (family = 4) => {
      const wanted = family === 6 ? ipv6 : udp;
      // The first response is always 401, with the realm and nonce for the signature.
      const { got } = await request(method.allocate, () => wanted, false);
      realm = got.get(attribute.realm) ?? realm;
      nonce = got.get(attribute.nonce) ?? nonce;
      return (await request(method.allocate, () => wanted, true)).code;
    },
    permit: async (address) => {
      const peer = (id: Buffer): Attributes => [[attribute.peer, peerAddress(address, 0, id)]];
      return (await request(method.createPermission, peer, true)).code;
    },
    echo: async (address, peerPort, data) => {
      const id = randomBytes(12);
      const back = next(({ type }) => type === (method.data | 0x0010));
      const indication = message(method.send | 0x0010, id, [
        [attribute.peer, peerAddress(address, peerPort, id)],
        [attribute.data, data],
      ]);
      socket.send(indication, port, '127.0.0.1');
      return (await back).attributes.get(attribute.data) ?? Buffer.alloc(0);
    },
    close: () => socket.close(),
  };
};
