import type { Random } from '../random.js';
import type { Share } from '../world.js';
import { frameOf, opcodes } from './wire.js';

const types = ['join', 'offer', 'answer', 'ice-candidate', 'ping', 'peer-left', '', '\u0000', 'x'];

/** The text of a frame that is malformed in one of many ways. */
export const malformedText = (random: Random, { shareId, password }: Share): string => {
  const valid = JSON.stringify({
    type: random.oneOf(types),
    shareId,
    peerId: 'p'.repeat(random.below(80)),
    password: random.oneOf([password, '', 'x'.repeat(random.below(400))]),
    payload: { sdp: 'v'.repeat(random.below(2_000)), [random.oneOf(types)]: -random.below(99) },
  });
  const cut = random.below(valid.length);
  const ways: (() => string)[] = [
    () => valid.slice(0, cut),
    () => valid.slice(0, cut) + String.fromCharCode(random.below(0xffff)) + valid.slice(cut + 1),
    () => '['.repeat(random.below(3_000)),
    () => '{"type":'.repeat(random.below(300)),
    () => `{"type":"join","shareId":${'9'.repeat(random.below(500))}}`,
    () => JSON.stringify({ type: 'join', shareId: [shareId], peerId: { $gt: '' } }),
    () => `{"type":"\\u${random.below(16).toString(16)}`,
    () => 'x'.repeat(random.below(random.below(20) === 0 ? 80_000 : 800)),
    () => '',
  ];
  return random.oneOf(ways)();
};

/** Well-formed JSON of an unknown type, for another share, for nobody, or a second join. */
const outOfPlace = (random: Random, { shareId }: Share): string =>
  JSON.stringify({
    type: random.oneOf(types),
    shareId: random.oneOf([shareId, '', 'x'.repeat(random.below(100))]),
    peerId: 'p'.repeat(random.below(80)),
    to: random.oneOf(['', 'nobody']),
    payload: { sdp: 'v'.repeat(random.below(500)) },
  });

/** Frames that a socket may send in a burst before it is closed for their rate. */
const burst = 60;

/** A valid join, frames that the service refuses one by one, and one for which it closes the socket. */
export const malformedBurst = (
  random: Random,
  share: Share & { grant: string },
): { bytes: Buffer; malformed: number } => {
  const { shareId, grant } = share;
  const malformed = [
    ...Array.from({ length: random.below(burst - 1) }, () => outOfPlace(random, share)),
    malformedText(random, share),
  ];
  const join = JSON.stringify({
    type: 'join',
    shareId,
    peerId: `p${random.below(2 ** 31)}`,
    grant,
  });
  const frames = [join, ...malformed].map((text) => frameOf(Buffer.from(text)));
  return { bytes: Buffer.concat(frames), malformed: malformed.length };
};

const bytesOf = (random: Random, most: number): Buffer =>
  Buffer.from(Array.from({ length: random.below(most) }, () => random.below(256)));

/** A frame, as bytes on the wire: malformed for the service, or already for the protocol of web sockets. */
export const malformedFrame = (random: Random, share: Share): Buffer => {
  const text = () => Buffer.from(malformedText(random, share));
  const ways: (() => Buffer)[] = [
    // Most are for the service itself.
    ...Array.from({ length: 8 }, () => () => frameOf(text())),
    () => frameOf(bytesOf(random, 200), { opcode: opcodes.binary }),
    // Not UTF-8.
    () => frameOf(bytesOf(random, 200)),
    // Reserved operations and bits.
    () => frameOf(text(), { opcode: 3 + random.below(5) }),
    () => frameOf(text(), { reserved: 1 + random.below(7) }),
    () => frameOf(text(), { isMasked: false }),
    // The continuation of nothing.
    () => frameOf(text(), { opcode: opcodes.continuation }),
    // Longer than a ping may be.
    () => frameOf(Buffer.alloc(126 + random.below(900)), { opcode: opcodes.ping }),
    // A length of exabytes.
    () => Buffer.from([0x81, 0xff, 0x7f, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 65]),
    () => bytesOf(random, 64),
  ];
  return random.oneOf(ways)();
};
