/** Two connected data channels in memory: ordered and reliable, with a send queue. */

export class FakeChannel extends EventTarget {
  label = 'fileTransfer';
  readyState: RTCDataChannelState = 'open';
  binaryType = 'arraybuffer';
  bufferedAmount = 0;
  bufferedAmountLowThreshold = 0;
  sent = 0;
  /** Replaces a message in transit; null closes the channel instead. */
  intercept: (
    message: string | Uint8Array<ArrayBuffer>,
  ) => string | Uint8Array<ArrayBuffer> | null = (message) => message;
  #other: FakeChannel | null = null;
  /** Messages that wait for the path; null while it is up. */
  #held: (() => void)[] | null = null;

  join(other: FakeChannel): void {
    this.#other = other;
  }

  send(data: string | Uint8Array<ArrayBuffer> | ArrayBuffer): void {
    if (this.readyState !== 'open') throw new DOMException('not open', 'InvalidStateError');
    this.sent += 1;
    // send() copies before it returns.
    const message =
      typeof data === 'string'
        ? data
        : new Uint8Array(data instanceof ArrayBuffer ? data : data.slice());
    this.bufferedAmount += message.length;
    setImmediate(() => this.#transmit(message));
  }

  /** The path of what this end sends is interrupted. */
  hold(): void {
    this.#held ??= [];
  }

  /** Everything that waited arrives. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const transmit of held) transmit();
  }

  /** Everything that waited is lost, as on a channel without retransmissions. */
  discard(): void {
    this.#held = null;
    this.bufferedAmount = 0;
  }

  close(): void {
    for (const channel of [this, this.#other]) {
      if (channel === null || channel.readyState === 'closed') continue;
      channel.readyState = 'closed';
      channel.dispatchEvent(new Event('close'));
    }
  }

  #transmit(message: string | Uint8Array<ArrayBuffer>): void {
    if (this.readyState !== 'open') return;
    if (this.#held !== null) {
      this.#held.push(() => this.#transmit(message));
      return;
    }
    const before = this.bufferedAmount;
    this.bufferedAmount -= message.length;
    const threshold = this.bufferedAmountLowThreshold;
    if (before > threshold && this.bufferedAmount <= threshold)
      this.dispatchEvent(new Event('bufferedamountlow'));
    const delivered = this.intercept(message);
    if (delivered === null) {
      this.close();
      return;
    }
    const data = typeof delivered === 'string' ? delivered : delivered.buffer;
    this.#other?.dispatchEvent(new MessageEvent('message', { data }));
  }
}

export interface ChannelPair {
  /** The sender's end. */
  near: FakeChannel;
  far: FakeChannel;
}

export const createChannelPair = (): ChannelPair => {
  const near = new FakeChannel();
  const far = new FakeChannel();
  near.join(far);
  far.join(near);
  return { near, far };
};

export const asChannel = (channel: FakeChannel): RTCDataChannel =>
  channel as unknown as RTCDataChannel;
