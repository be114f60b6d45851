/**
 * Which lane carries which pieces of the file (pure). Lanes are ordered and reliable, so the bytes that the receiver
 * reports for a lane tell which of its pieces have arrived. The pieces of a lane that is given up go to other lanes.
 *
 * Lane 0 is the file's own channel. It cannot be replaced: given up, it gets no pieces until it has delivered all of its
 * own, and their bytes are no longer counted.
 */
export interface SentPiece {
  block: number;
  offset: number;
  length: number;
  /** Pass over the file; a rewind starts another one. */
  pass: number;
  /** For a piece to send again: whether it has left the channel of a lane before. */
  hasLeft?: boolean;
}

interface Lane {
  id: number;
  sentBytes: number;
  receivedBytes: number;
  /** Counted as delivered before `countsFrom`; from there on, received bytes count. */
  countedBefore: number;
  countsFrom: number;
  /** Bytes it may have under way. */
  capBytes: number;
  /** `endBytes`: sent on the lane up to the end of the piece. */
  pieces: (SentPiece & { sentAtMs: number; endBytes: number })[];
}

export const initialCapBytes = 64 * 1024;
/** Lane 0, alone, has only the send window as its limit. */
const uncapped = Infinity;

export interface LaneBook {
  open(id: number): void;
  /** Ids of the lanes that may carry pieces, in the order of their opening. */
  usable(): number[];
  /** Ids of the lanes that have delivered all their pieces. */
  idle(): number[];
  /**
   * The lane for the next message; null when none has space.
   * @param most lanes to use. @param waitingBytes in the channel of a lane.
   */
  choose(bytes: number, most: number, waitingBytes: (id: number) => number): number | null;
  onSent(id: number, piece: SentPiece, nowMs: number): void;
  /** Drops pieces that are not to be sent again whatever happens: a receiver may acknowledge them and report nothing. */
  forget(isNeeded: (piece: SentPiece) => boolean): void;
  /** @returns false when it is more than was sent. Reports may come in any order. */
  onReport(id: number, receivedBytes: number): boolean;
  /** Payload that counts as delivered, over all lanes. */
  deliveredBytes(): number;
  /**
   * Pieces under way on the lane and their bytes, which no longer count as sent.
   * @param waitingBytes in its channel, which never leave it
   */
  giveUp(id: number, waitingBytes: number): { pieces: SentPiece[]; bytes: number };
  /** Usable lanes whose oldest piece is older than this. */
  overdue(nowMs: number, patienceMs: number): number[];
}

const underWay = ({ sentBytes, receivedBytes }: Lane): number => sentBytes - receivedBytes;

const counted = ({ countedBefore, receivedBytes, countsFrom }: Lane): number =>
  countedBefore + Math.max(0, receivedBytes - countsFrom);

/** How many of the pieces have left the channel. A piece of which only a part waits there counts. */
const countLeft = (pieces: readonly SentPiece[], waitingBytes: number): number => {
  let left = pieces.length;
  let waiting = waitingBytes;
  for (let last = pieces[left - 1]; last !== undefined; last = pieces[left - 1]) {
    if (last.length > waiting) break;
    waiting -= last.length;
    left -= 1;
  }
  return left;
};

export const createLaneBook = (): LaneBook => {
  const lanes = new Map<number, Lane>();
  /** Delivered by lanes that are closed. */
  let closedBytes = 0;

  const add = (id: number, capBytes: number): void => {
    const amounts = { sentBytes: 0, receivedBytes: 0, countedBefore: 0, countsFrom: 0 };
    lanes.set(id, { id, ...amounts, capBytes, pieces: [] });
  };
  add(0, uncapped);

  /** Given up, and has not yet delivered what it was sent before that. */
  const isGivenUp = ({ receivedBytes, countsFrom }: Lane): boolean => receivedBytes < countsFrom;

  const usable = (): Lane[] => [...lanes.values()].filter((lane) => !isGivenUp(lane));

  return {
    open(id) {
      add(id, initialCapBytes);
    },
    usable: () => usable().map(({ id }) => id),
    idle: () =>
      usable()
        .filter((lane) => underWay(lane) === 0)
        .map(({ id }) => id),
    choose(bytes, most, waitingBytes) {
      const open = usable();
      // Alone, the file's channel is limited by its watermarks.
      if (open.length === 1 && open[0]?.id === 0) return 0;
      let best: { lane: Lane; waiting: number } | null = null;
      for (const lane of open.slice(0, most)) {
        const waiting = waitingBytes(lane.id);
        if (waiting > bytes || underWay(lane) >= lane.capBytes) continue;
        const isBetter =
          best === null ||
          waiting < best.waiting ||
          (waiting === best.waiting && underWay(lane) < underWay(best.lane));
        if (isBetter) best = { lane, waiting };
      }
      return best?.lane.id ?? null;
    },
    onSent(id, piece, nowMs) {
      const lane = lanes.get(id);
      if (lane === undefined) return;
      lane.sentBytes += piece.length;
      lane.pieces.push({ ...piece, sentAtMs: nowMs, endBytes: lane.sentBytes });
    },
    forget(isNeeded) {
      for (const { pieces } of lanes.values())
        while (pieces[0] !== undefined && !isNeeded(pieces[0])) pieces.shift();
    },
    onReport(id, receivedBytes) {
      const lane = lanes.get(id);
      // A report about a lane that is closed here.
      if (lane === undefined) return true;
      if (receivedBytes > lane.sentBytes) return false;
      const newBytes = receivedBytes - lane.receivedBytes;
      if (newBytes <= 0) return true;
      lane.receivedBytes = receivedBytes;
      lane.capBytes += newBytes / 2;
      while (lane.pieces[0] !== undefined && lane.pieces[0].endBytes <= receivedBytes)
        lane.pieces.shift();
      return true;
    },
    deliveredBytes() {
      let sum = closedBytes;
      for (const lane of lanes.values()) sum += counted(lane);
      return sum;
    },
    giveUp(id, waitingBytes) {
      const lane = lanes.get(id);
      if (lane === undefined || isGivenUp(lane)) return { pieces: [], bytes: 0 };
      const { pieces } = lane;
      const bytes = underWay(lane);
      const left = countLeft(pieces, waitingBytes);
      if (id === 0) {
        lane.countedBefore = counted(lane);
        lane.countsFrom = lane.sentBytes;
        lane.capBytes = initialCapBytes;
        lane.pieces = [];
      } else {
        closedBytes += counted(lane);
        lanes.delete(id);
      }
      return {
        pieces: pieces.map(({ block, offset, length, pass, hasLeft }, i) => ({
          ...{ block, offset, length, pass },
          hasLeft: hasLeft === true || i < left,
        })),
        bytes,
      };
    },
    overdue: (nowMs, patienceMs) =>
      usable()
        .filter(({ pieces }) => pieces[0] !== undefined && nowMs - pieces[0].sentAtMs > patienceMs)
        .map(({ id }) => id),
  };
};
