/** An environment whose channels remove the offer of protocol version 2. */

import type { EngineEnv } from '../../support/env.js';
import { parseObject } from '../../wire/chunk-frames.js';

const v2Fields = ['protocol', 'fileId', 'fileBytes', 'blockBytes'];

const withoutOffer = (text: string): string => {
  const message = parseObject(text);
  if (message?.['type'] !== 'file-metadata') return text;
  for (const field of v2Fields) Reflect.deleteProperty(message, field);
  return JSON.stringify(message);
};

const thin = (channel: RTCDataChannel): RTCDataChannel => {
  const send = channel.send.bind(channel) as (data: unknown) => void;
  channel.send = (data: unknown) => send(typeof data === 'string' ? withoutOffer(data) : data);
  return channel;
};

/** @param env of the sending side. */
export const speakPlain = (env: EngineEnv): void => {
  const create = env.createPeerConnection.bind(env);
  env.createPeerConnection = (config) => {
    const peer = create(config);
    const open = peer.createDataChannel.bind(peer);
    peer.createDataChannel = (...args) => thin(open(...args));
    return peer;
  };
};
