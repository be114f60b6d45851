/**
 * Messages between pods, delivered at most once; `pod/repair-members.ts` repairs what is lost. Messages from one pod to
 * another arrive in order. `test/bus.test.ts` is the contract suite of both implementations.
 */
export interface ClusterBus {
  /** To every other pod, and back as an echo. False without a broker; nothing was sent then. */
  broadcast(data: Uint8Array): boolean;
  /** To one pod. */
  sendToPod(podId: string, data: Uint8Array): boolean;
  /** A finished client frame, as bytes, from the connection `origin` to the connection `target` (`addressOf`). */
  relay(target: string, origin: string, frame: Uint8Array): boolean;
  isConnected(): boolean;
  /** Resolves when everything sent has left this process. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface ClusterBusHandlers {
  onBroadcast(data: Uint8Array): void;
  /** A broadcast of this pod came back: the broker works in both directions. */
  onEcho(): void;
  onControl(data: Uint8Array): void;
  /** `epoch` and `conn` are the target's; `sentAtMs` is by the clock of the origin's pod. */
  onRelay(epoch: string, conn: number, origin: string, sentAtMs: number, frame: Uint8Array): void;
  onConnection(isConnected: boolean): void;
}

/** A pod ID is one token of a broker subject. */
export const podIdToken = (name: string): string => name.replace(/[^\w-]/g, '-').slice(0, 64);
