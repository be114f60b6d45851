import { traceparentPattern } from '@tandem/kit';
import { joinFrame, type JoinFrame } from '@tandem/proto/browser/ws/frames';
import type { FrameBuffer } from './frame-buffer.js';
import { isPresent, textAt, type Frame } from './parse-frame.js';

/** The first frame of a socket; absent fields are empty. */
export type Join = { readonly [Key in Exclude<keyof JoinFrame, 'type'>]: string };

/** Empty when absent or malformed. */
export const traceparentOf = ({ bytes }: FrameBuffer, frame: Frame): string => {
  if (!isPresent(frame.traceparent)) return '';
  const text = textAt(bytes, frame.traceparent);
  return traceparentPattern.test(text) ? text : '';
};

/** Undefined unless the frame satisfies the contract. */
export const readJoin = (frameBuffer: FrameBuffer, frame: Frame): Join | undefined => {
  const text = (range: Frame['shareId']) =>
    isPresent(range) ? textAt(frameBuffer.bytes, range) : '';
  const password = text(frame.password);
  const grant = text(frame.grant);
  const { data } = joinFrame.safeParse({
    type: 'join',
    shareId: text(frame.shareId),
    peerId: text(frame.peerId),
    ...(password !== '' && { password }),
    ...(grant !== '' && { grant }),
  });
  if (!data) return undefined;
  const { shareId, peerId } = data;
  return { shareId, peerId, password, grant, traceparent: traceparentOf(frameBuffer, frame) };
};
