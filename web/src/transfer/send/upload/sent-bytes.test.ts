import { createSentBytes, type SendQueue } from './sent-bytes.js';

const fileBytes = 1_000;
const text = 'x'.repeat(50);

const start = () => {
  const end = new AbortController();
  const state = { handed: 0, waiting: 0 };
  const queue: SendQueue = {
    position: () => state.handed,
    hasLastByte: () => state.handed === fileBytes,
    waitingBytes: () => state.waiting,
  };
  const sent = createSentBytes(queue, end.signal);
  const say = (): void => {
    sent.onControl(text);
    state.waiting += text.length;
  };
  return { sent, say, state, end };
};

describe('the bytes that have left the send queue', () => {
  it('are those handed to it, less those that wait', () => {
    const { sent, state } = start();
    Object.assign(state, { handed: 600, waiting: 200 });
    expect(sent.position()).toBe(400);
  });

  it('are none while only control messages wait', () => {
    const { sent, say } = start();
    say();
    expect(sent.position()).toBe(0);
  });
});

describe('the whole file', () => {
  it.each([
    ['is not sent before its last byte is handed to the queue', 999, 0, false],
    ['is not sent while a byte waits', fileBytes, 1, false],
    ['is sent when the queue is empty', fileBytes, 0, true],
  ])('%s', (_title, handed, waiting, expected) => {
    const { sent, state } = start();
    Object.assign(state, { handed, waiting });
    expect(sent.hasAll()).toBe(expected);
  });

  it('is sent although messages wait behind it', () => {
    const { sent, say, state } = start();
    state.handed = fileBytes;
    say();
    expect(sent.hasAll()).toBe(true);
  });

  it('is not sent while it waits behind messages', () => {
    const { sent, say, state } = start();
    say();
    state.handed = fileBytes;
    expect(sent.hasAll()).toBe(false);
  });

  it('is not sent while bytes of a closed lane wait behind messages that followed the last byte', () => {
    const { sent, say, state } = start();
    Object.assign(state, { handed: fileBytes, waiting: 10 });
    say();
    state.handed = 950;
    expect(sent.hasAll()).toBe(false);
    Object.assign(state, { handed: fileBytes, waiting: 50 });
    expect(sent.hasAll()).toBe(false);
    state.waiting = 0;
    expect(sent.hasAll()).toBe(true);
  });

  it('stays sent when version 2 begins again after version 1', () => {
    const { sent, state } = start();
    state.handed = fileBytes;
    expect(sent.hasAll()).toBe(true);
    Object.assign(state, { handed: 100, waiting: 100 });
    expect(sent.hasAll()).toBe(true);
  });

  it('does not count when it leaves the queue after the end of the upload', () => {
    const { sent, state, end } = start();
    Object.assign(state, { handed: fileBytes, waiting: 10 });
    expect(sent.hasAll()).toBe(false);
    end.abort();
    state.waiting = 0;
    expect(sent.hasAll()).toBe(false);
  });
});
