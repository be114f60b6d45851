/**
 * How pods reach each other. At most once and possibly not at all: the pod makes good what gets lost.
 * Messages from one pod to another arrive in the order they were sent. The suite in `test/room-bus.test.ts`
 * holds both implementations to this.
 */
export interface ClusterBus {
  /** To every other pod, and back as an echo. False when there is no broker: nothing was sent. */
  broadcast(data: Uint8Array): boolean;
  /** To one pod. */
  sendToPod(podId: string, data: Uint8Array): boolean;
  /** A finished client frame to one connection, as bytes. Addresses are `<podId>.<epoch>.<conn>`. */
  relay(target: string, origin: string, frame: Uint8Array): boolean;
  isConnected(): boolean;
  /** What was sent has left this process. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface ClusterBusHandlers {
  onBroadcast(data: Uint8Array): void;
  /** A broadcast of our own has come back: the way to the broker and from it is open. */
  onEcho(): void;
  onControl(data: Uint8Array): void;
  /** The address is the part of the target after the pod id; `sentAtMs` is the clock of the origin's pod. */
  onRelay(epoch: string, conn: number, origin: string, sentAtMs: number, frame: Uint8Array): void;
  onConnection(isConnected: boolean): void;
}

/** Pod ids become one token of a subject. */
export const podIdToken = (name: string): string => name.replace(/[^\w-]/g, '-').slice(0, 64);

export const podIdOf = (address: string): string => address.slice(0, address.indexOf('.'));
export const connOf = (address: string): number =>
  Number(address.slice(address.lastIndexOf('.') + 1));
