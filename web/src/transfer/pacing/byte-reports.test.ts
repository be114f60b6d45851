import { createFakeClock } from '../test/support/clocks/fake-clock.js';
import { encodePing } from '../wire/path-messages.js';
import { createByteReports } from './byte-reports.js';

const openChannel = () => {
  const channel = Object.assign(new EventTarget(), {
    readyState: 'open',
    sent: 0,
    send: () => (channel.sent += 1),
  });
  return channel;
};

const setUp = () => {
  const clock = createFakeClock();
  const reported: number[] = [];
  const reports = createByteReports(clock, (bytes) => reported.push(bytes));
  const channel = openChannel();
  const measure = (): void => reports.measure(channel as unknown as RTCDataChannel);
  const ping = (): void => {
    channel.dispatchEvent(new MessageEvent('message', { data: encodePing(clock.now()) }));
  };
  return { clock, reported, reports, channel, measure, ping };
};

test('reports the running total over the data channel when a piece asks for it', () => {
  const { reported, reports } = setUp();
  reports.onPiece(100, false);
  expect(reported).toEqual([]);
  reports.onPiece(20, true);
  reports.onPiece(3, false);
  reports.onPiece(4, true);
  expect(reported).toEqual([120, 127]);
});

test('reports over the data channel what no piece asked for, once, when pings have stopped', () => {
  const { clock, reported, reports, channel, measure, ping } = setUp();
  measure();
  reports.onPiece(100, true);
  expect(channel.sent).toBe(1);
  for (let n = 0; n < 20; n += 1) {
    clock.advance(200);
    ping();
  }
  expect(reported).toEqual([]);
  reports.onPiece(20, false);
  clock.advance(1_400);
  expect(reported).toEqual([]);
  clock.advance(1_700);
  expect(reported).toEqual([120]);
  clock.advance(60_000);
  expect(reported).toEqual([120]);
});

test('reports nothing after the end', () => {
  const { clock, reported, reports } = setUp();
  reports.onPiece(100, false);
  reports.stop();
  clock.advance(60_000);
  expect(reported).toEqual([]);
});

test('answers pings on a replaced channel no longer, only on its replacement', () => {
  const { reports, channel, measure, ping, clock } = setUp();
  measure();
  ping();
  expect(channel.sent).toBe(1);
  const second = openChannel();
  reports.measure(second as unknown as RTCDataChannel);
  ping();
  expect([channel.sent, second.sent]).toEqual([1, 0]);
  second.dispatchEvent(new MessageEvent('message', { data: encodePing(clock.now()) }));
  reports.onPiece(100, true);
  expect([channel.sent, second.sent]).toEqual([1, 2]);
});
