import { createLaneBook, initialCapBytes, type LaneBook, type SentPiece } from './lane-book.js';

const kib = 1024;
const piece = (offset: number, length = 16 * kib): SentPiece => ({
  block: 0,
  offset,
  length,
  pass: 0,
});
const idle = (): number => 0;

const send = (book: LaneBook, id: number, count: number, nowMs = 0): void => {
  for (let i = 0; i < count; i += 1) book.onSent(id, piece(i * 16 * kib), nowMs);
};

describe('the lane book', () => {
  it('gives everything to the file’s channel while it is alone, whatever waits there', () => {
    const book = createLaneBook();
    send(book, 0, 100);
    expect(book.choose(16 * kib, 16, () => 900 * kib)).toBe(0);
  });

  it('chooses the lane with the fewest waiting bytes, then the one with the fewest under way', () => {
    const book = createLaneBook();
    book.open(1);
    book.open(2);
    send(book, 1, 1);
    const waiting = new Map([[0, 10]]);
    expect(book.choose(16 * kib, 3, (id) => waiting.get(id) ?? 0)).toBe(2);
    expect(book.choose(16 * kib, 2, (id) => waiting.get(id) ?? 0)).toBe(1);
  });

  it('finds no lane when a message waits in each', () => {
    const book = createLaneBook();
    book.open(1);
    expect(book.choose(16 * kib, 2, () => 20 * kib)).toBeNull();
  });

  it('caps a new lane, and raises the cap by half of what it delivers', () => {
    const book = createLaneBook();
    book.open(1);
    send(book, 1, initialCapBytes / (16 * kib));
    const full = (id: number): number => (id === 0 ? 20 * kib : 0);
    expect(book.choose(16 * kib, 2, full)).toBeNull();
    expect(book.onReport(1, 16 * kib)).toBe(true);
    expect(book.choose(16 * kib, 2, full)).toBe(1);
    send(book, 1, 2);
    expect(book.choose(16 * kib, 2, full)).toBeNull();
  });

  it('counts each lane’s highest report once', () => {
    const book = createLaneBook();
    book.open(1);
    send(book, 0, 2);
    send(book, 1, 2);
    book.onReport(0, 32 * kib);
    book.onReport(1, 16 * kib);
    book.onReport(0, 16 * kib);
    expect(book.deliveredBytes()).toBe(48 * kib);
  });

  it('refuses a report of more than was sent', () => {
    const book = createLaneBook();
    send(book, 0, 1);
    expect(book.onReport(0, 16 * kib + 1)).toBe(false);
    expect(book.onReport(7, 1)).toBe(true);
  });

  it('returns the pieces of a lane that is given up, without those reported', () => {
    const book = createLaneBook();
    book.open(1);
    send(book, 1, 3);
    book.onReport(1, 16 * kib);
    const lost = book.giveUp(1, 20 * kib);
    expect(lost).toEqual({
      pieces: [
        { ...piece(16 * kib), hasLeft: true },
        { ...piece(32 * kib), hasLeft: false },
      ],
      bytes: 32 * kib,
    });
    expect(book.usable()).toEqual([0]);
    expect(book.deliveredBytes()).toBe(16 * kib);
    expect(book.giveUp(1, 0)).toEqual({ pieces: [], bytes: 0 });
  });

  it('forgets pieces that are not needed, whether or not they are reported later', () => {
    const book = createLaneBook();
    book.open(1);
    for (const id of [0, 1]) send(book, id, 4);
    book.forget(({ offset }) => offset >= 32 * kib);
    book.onReport(1, 48 * kib);
    expect(book.giveUp(1, 0).pieces).toEqual([{ ...piece(48 * kib), hasLeft: true }]);
    // A receiver may never report them.
    expect(book.giveUp(0, 0)).toEqual({
      pieces: [piece(32 * kib), piece(48 * kib)].map((each) => ({ ...each, hasLeft: true })),
      bytes: 64 * kib,
    });
  });

  it('gives the file’s channel nothing until it has delivered what it was given up with', () => {
    const book = createLaneBook();
    book.open(1);
    send(book, 0, 4);
    book.onReport(0, 16 * kib);
    expect(book.giveUp(0, 0)).toMatchObject({ bytes: 48 * kib });
    expect(book.choose(16 * kib, 2, idle)).toBe(1);
    book.onReport(0, 48 * kib);
    expect(book.usable()).toEqual([1]);
    expect(book.deliveredBytes()).toBe(16 * kib);
    book.onReport(0, 64 * kib);
    expect(book.usable()).toEqual([0, 1]);
    // The pieces went to other lanes and count there.
    expect(book.deliveredBytes()).toBe(16 * kib);
    send(book, 0, 1);
    book.onReport(0, 80 * kib);
    expect(book.deliveredBytes()).toBe(32 * kib);
  });

  it('names the lanes whose oldest piece is overdue', () => {
    const book = createLaneBook();
    book.open(1);
    send(book, 0, 1, 0);
    send(book, 1, 1, 900);
    expect(book.overdue(1_000, 500)).toEqual([0]);
    book.onReport(0, 16 * kib);
    expect(book.overdue(1_000, 500)).toEqual([]);
  });
});
