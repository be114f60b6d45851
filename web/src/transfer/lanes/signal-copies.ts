/** Copies of lane signals on the measuring channel, which get past a file's channel that stands still. */
import type { ControlLimiter } from '../wire/control-limiter.js';
import { encodeControl, parseControl } from '../wire/control-messages.js';
import type { LaneSignal } from './lane-connection.js';

export interface SignalCopies {
  send(message: LaneSignal): void;
  stop(): void;
}

export interface SignalCopiesOptions {
  channel: RTCDataChannel;
  /** Counts the messages of all channels together. */
  limiter: ControlLimiter;
  onSignal: (message: LaneSignal) => void;
  /** The counterpart sends too many. */
  onFailure: (cause: unknown) => void;
}

export const exchangeCopies = (options: SignalCopiesOptions): SignalCopies => {
  const { channel, limiter, onSignal, onFailure } = options;
  const onMessage = ({ data }: MessageEvent): void => {
    if (typeof data !== 'string') return;
    try {
      const message = parseControl(data);
      limiter.count(message);
      if (message.type === 'lane-signal') onSignal(message);
    } catch (cause) {
      onFailure(cause);
    }
  };
  channel.addEventListener('message', onMessage);
  return {
    send(message) {
      if (channel.readyState === 'open') channel.send(encodeControl(message));
    },
    stop: () => channel.removeEventListener('message', onMessage),
  };
};
