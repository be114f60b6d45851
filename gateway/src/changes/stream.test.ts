import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import express from 'express';
import { createCoalescer } from './coalesce.js';
import { openStream, type ChangeStream, type EndReason } from './stream.js';

/** A real connection whose client reads nothing. */
const openUnread = async () => {
  const app = express();
  let stream: ChangeStream | undefined;
  let onEnd: (reason: EndReason) => void = () => undefined;
  const ended = new Promise<EndReason>((resolve) => (onEnd = resolve));
  let isOpen: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (isOpen = resolve));
  app.get('/', (_request, response) => {
    stream = openStream(response, onEnd);
    isOpen();
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.pause();
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await opened;
  const stop = () => {
    client.destroy();
    server.close();
  };
  return { stream: stream as ChangeStream, ended, stop };
};

/** The kernel's buffers take some megabytes. */
const write = async (stream: ChangeStream, ended: Promise<EndReason>, messages: number) => {
  let reason: EndReason | undefined;
  void ended.then((value) => (reason = value));
  for (let count = 0; count < messages && reason === undefined; count += 1) {
    stream.change('shares');
    if (count % 1_000 === 0) await new Promise(setImmediate);
  }
  return reason;
};

it('closes the stream of a client that does not read', async () => {
  const { stream, ended, stop } = await openUnread();
  expect(await write(stream, ended, 2_000_000)).toBe('slow');
  stop();
});

describe('coalescing', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const collect = () => {
    const sent: string[] = [];
    return { sent, coalescer: createCoalescer((kind) => sent.push(kind)) };
  };

  it('sends the first change immediately and the last one after the interval', () => {
    const { sent, coalescer } = collect();
    for (let count = 0; count < 50; count += 1) coalescer.note('shares');
    expect(sent).toEqual(['shares']);
    jest.advanceTimersByTime(1_000);
    expect(sent).toEqual(['shares', 'shares']);
    jest.advanceTimersByTime(60_000);
    expect(sent).toHaveLength(2);
    coalescer.note('shares');
    expect(sent).toHaveLength(3);
  });

  it('does not delay one kind by another', () => {
    const { sent, coalescer } = collect();
    coalescer.note('shares');
    coalescer.note('audit');
    expect(sent).toEqual(['shares', 'audit']);
  });

  it('repeats a change of plan, whose limits are applied after the event', () => {
    const { sent, coalescer } = collect();
    coalescer.note('plan');
    jest.advanceTimersByTime(60_000);
    expect(sent).toEqual(['plan', 'plan']);
  });

  it('sends the figures of a busy product at most every 10 s', () => {
    const { sent, coalescer } = collect();
    for (let second = 0; second < 60; second += 1) {
      coalescer.note('admin');
      jest.advanceTimersByTime(1_000);
    }
    expect(sent).toHaveLength(6);
  });

  it('sends nothing after it was stopped', () => {
    const { sent, coalescer } = collect();
    coalescer.note('shares');
    coalescer.note('shares');
    coalescer.stop();
    jest.advanceTimersByTime(60_000);
    expect(sent).toEqual(['shares']);
  });
});
