import { podIdOf, type ClusterBus, type ClusterBusHandlers } from './bus.js';

/** A broker inside one process, with the promises of the real one, and a switch to take it away. */
export interface MemoryBroker {
  connect: (podId: string, handlers: ClusterBusHandlers) => ClusterBus;
  /** Deliver everything under way, including what deliveries cause. */
  deliverAll: () => void;
  /** Deliver the oldest message under way; false when there is none. */
  deliverOne: () => boolean;
  /** Everything under way is lost, and every pod is told. */
  cut: () => void;
  restore: () => void;
}

interface Pod {
  podId: string;
  handlers: ClusterBusHandlers;
}

/** `automatic` delivers in a microtask; otherwise the test decides when. */
export const createMemoryBroker = (options: { automatic: boolean }): MemoryBroker => {
  const pods = new Set<Pod>();
  let underWay: (() => void)[] = [];
  let isUp = true;
  let isScheduled = false;

  const deliverOne = (): boolean => {
    const message = underWay.shift();
    message?.();
    return message !== undefined;
  };
  const deliverAll = () => {
    while (deliverOne());
  };
  const send = (message: () => void): boolean => {
    if (!isUp) return false;
    underWay.push(message);
    if (options.automatic && !isScheduled) {
      isScheduled = true;
      queueMicrotask(() => {
        isScheduled = false;
        deliverAll();
      });
    }
    return true;
  };
  /** Pods are looked up on delivery: one that is gone by then gets nothing. */
  const to = (podId: string, deliver: (handlers: ClusterBusHandlers) => void) => () => {
    for (const pod of pods) if (pod.podId === podId) deliver(pod.handlers);
  };

  const connect = (podId: string, handlers: ClusterBusHandlers): ClusterBus => {
    const pod = { podId, handlers };
    pods.add(pod);
    return {
      broadcast: (data) => {
        const copy = Uint8Array.from(data);
        return send(() => {
          for (const other of pods) {
            if (other === pod) handlers.onEcho();
            else other.handlers.onBroadcast(copy);
          }
        });
      },
      sendToPod: (target, data) => {
        const copy = Uint8Array.from(data);
        return send(to(target, (other) => other.onControl(copy)));
      },
      relay: (target, origin, frame) => {
        const copy = Uint8Array.from(frame);
        const [, epoch = '', conn = ''] = target.split('.');
        const sentAtMs = Date.now();
        return send(
          to(podIdOf(target), (other) =>
            other.onRelay(epoch, Number(conn), origin, sentAtMs, copy),
          ),
        );
      },
      isConnected: () => isUp && pods.has(pod),
      flush: () => Promise.resolve(),
      close: () => {
        pods.delete(pod);
        return Promise.resolve();
      },
    };
  };

  const turn = (up: boolean) => {
    isUp = up;
    if (!up) underWay = [];
    for (const { handlers } of pods) handlers.onConnection(up);
  };
  return {
    connect,
    deliverAll,
    deliverOne,
    cut: () => turn(false),
    restore: () => turn(true),
  };
};
