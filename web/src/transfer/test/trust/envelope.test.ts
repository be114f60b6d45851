/** Frames that pass through the signalling server. */

import { randomBytes } from 'node:crypto';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import {
  createTestSink,
  digestOf,
  guestCredentials,
  ownerCredentials,
  sessionOptions,
  until,
} from '../support/session-support.js';
import { createSignallingHub } from '../support/signalling-hub.js';
import { weriftEnv } from '../support/werift-env.js';

const isOver = ({ state }: { state: string }): boolean =>
  state === 'completed' || state === 'error';

describe('the signalling server', () => {
  it('relays frames with type, shareId, peerId and payload after the join, and never the file [1.7, 4.37, 4.38, 4.39, 4.40, 4.41, 4.42, 7.38]', async () => {
    const hub = createSignallingHub();
    const frames: string[] = [];
    const base = weriftEnv(hub);
    const env = {
      ...base,
      createSocket(url: string): WebSocket {
        const socket = base.createSocket(url);
        const send = socket.send.bind(socket);
        socket.send = (data) => {
          if (typeof data === 'string') frames.push(data);
          send(data);
        };
        return socket;
      },
    };
    const options = sessionOptions();
    const bytes = randomBytes(1024 * 1024);
    const marker = 'the words of a confidential file';
    bytes.write(marker, 300_000, 'latin1');
    const file = new File([new Uint8Array(bytes)], 'film.bin');
    const sink = createTestSink();
    const sender = createSender({ ...options, credentials: ownerCredentials, file }, env);
    const receiver = createReceiver({ ...options, credentials: guestCredentials, sink }, env);
    try {
      expect(await until(receiver, isOver)).toMatchObject({ state: 'completed' });
      expect(digestOf(sink.bytes())).toBe(digestOf(bytes));
      const parsed = frames.map((frame) => JSON.parse(frame) as Record<string, unknown>);
      expect(parsed.filter(({ type }) => type === 'join')).toHaveLength(2);
      const later = parsed.filter(({ type }) => type !== 'join');
      expect(new Set(later.map(({ type }) => type))).toEqual(
        new Set(['offer', 'answer', 'ice-candidate']),
      );
      for (const frame of later) {
        expect(frame).toMatchObject({ shareId: options.shareId });
        expect(typeof frame['peerId']).toBe('string');
        expect(typeof frame['payload']).toBe('object');
      }
      const relayed = frames.join('');
      expect(relayed.length).toBeLessThan(bytes.length / 10);
      expect(relayed).not.toContain(marker);
      expect(relayed).not.toContain('film.bin');
    } finally {
      sender.close();
      receiver.close();
      await base.dispose();
    }
  });
});
