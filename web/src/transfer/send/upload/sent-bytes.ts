/** How much of the file has left the send queue, in which control messages wait too. */
export interface SendQueue {
  /** In the file, counting bytes handed to the queue. */
  position(): number;
  /** The last byte of the file was handed to the queue. */
  hasLastByte(): boolean;
  waitingBytes(): number;
}

export interface SentBytes {
  /** In the file, less the bytes still in the queue. */
  position(): number;
  /** The last byte of the file has left the queue: the receiver may have the file, whatever it says. */
  hasAll(): boolean;
  /** A control message is handed to the queue. */
  onControl(text: string): void;
}

/** @param end of the upload: what leaves the queue later does not count. */
export const createSentBytes = (queue: SendQueue, end: AbortSignal): SentBytes => {
  /** Of control messages behind the last byte of the file. */
  let trailingBytes = 0;
  let hasAll = false;
  /** Bytes of a closed lane are handed over once more, behind the messages so far. */
  const hasLastByte = (): boolean => {
    const has = queue.hasLastByte();
    if (!has) trailingBytes = 0;
    return has;
  };
  return {
    position: () => Math.max(0, queue.position() - queue.waitingBytes()),
    hasAll() {
      if (!end.aborted) hasAll ||= hasLastByte() && queue.waitingBytes() <= trailingBytes;
      return hasAll;
    },
    onControl(text) {
      // A lane may get a copy.
      if (hasLastByte()) trailingBytes += 2 * text.length;
    },
  };
};
