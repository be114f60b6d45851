import type { FrameBuffer } from './frame-buffer.js';
import { isPresent, textAt, type Frame } from './parse-frame.js';
import { limits } from './limits.js';

/** The first frame of a socket. */
export interface Join {
  readonly shareId: string;
  readonly peerId: string;
  /** Empty when absent, like the grant and the trace context. */
  readonly password: string;
  readonly grant: string;
  readonly traceparent: string;
}

/** Ids made of these need no escaping in JSON, and fit into one line of anything. */
const shareIdPattern = new RegExp(`^[\\w-]{1,${limits.shareIdLength}}$`);
const peerIdPattern = new RegExp(`^[\\w.:~-]{1,${limits.peerIdLength}}$`);
const traceparentPattern = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
/** Characters of a grant; the kit refuses longer tokens too. */
const grantLength = 2048;

export const traceparentOf = ({ bytes }: FrameBuffer, frame: Frame): string => {
  if (!isPresent(frame.traceparent)) return '';
  const text = textAt(bytes, frame.traceparent);
  return traceparentPattern.test(text) ? text : '';
};

/** Undefined unless share id and peer id are well formed and the rest is within bounds. */
export const readJoin = (frameBuffer: FrameBuffer, frame: Frame): Join | undefined => {
  const text = (range: Frame['shareId']) =>
    isPresent(range) ? textAt(frameBuffer.bytes, range) : '';
  const join = {
    shareId: text(frame.shareId),
    peerId: text(frame.peerId),
    password: text(frame.password),
    grant: text(frame.grant),
    traceparent: traceparentOf(frameBuffer, frame),
  };
  const isValid =
    shareIdPattern.test(join.shareId) &&
    peerIdPattern.test(join.peerId) &&
    join.password.length <= limits.passwordLength &&
    join.grant.length <= grantLength;
  return isValid ? join : undefined;
};
