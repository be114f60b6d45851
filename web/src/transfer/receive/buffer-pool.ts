/**
 * Memory for blocks, used again and again. Fresh memory must be cleared and mapped page by page, which costs the
 * processor about as much as digesting the same bytes.
 */
export interface BufferPool {
  /** At most `bufferBytes`. Not cleared: the caller fills all of it. */
  take(lengthBytes: number): Uint8Array<ArrayBuffer>;
  /** @param spare what a sink gave back; anything else is ignored. */
  give(spare: Uint8Array | undefined): void;
}

/** @param bufferBytes of every buffer. @param maxSpares kept while nobody needs them. */
export function createBufferPool(bufferBytes: number, maxSpares: number): BufferPool {
  const spares: ArrayBuffer[] = [];
  /**
   * V8 counts the bytes of the messages a channel delivers, but acts on the count only when a script allocates
   * a buffer of its own, and a pool does not. Without this, used messages lie about for seconds
   * (docs/benchmarks.md). It is kept for a moment, or a compiler would find it superfluous.
   */
  const letMessagesBeCollected = (): void => {
    spares.push(new ArrayBuffer(1));
    spares.pop();
  };
  return {
    take(lengthBytes) {
      letMessagesBeCollected();
      const buffer = spares.pop() ?? new ArrayBuffer(bufferBytes);
      return new Uint8Array(buffer, 0, lengthBytes);
    },
    give(spare) {
      // A buffer that was transferred away has no length any more.
      if (spare?.buffer.byteLength !== bufferBytes || spares.length >= maxSpares) return;
      spares.push(spare.buffer as ArrayBuffer);
    },
  };
}
