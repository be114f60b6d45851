import { podIdOf, type ClusterBus, type ClusterBusHandlers } from './bus.js';

/** A broker within one process, with the guarantees of NATS core; tests can cut and restore it. */
export interface MemoryBroker {
  connect: (podId: string, handlers: ClusterBusHandlers) => ClusterBus;
  /** Delivers every pending message, including those sent during delivery. */
  deliverAll: () => void;
  /** Delivers the oldest pending message; false when there is none. */
  deliverOne: () => boolean;
  /** Drops pending messages and reports the lost connection to every pod. */
  cut: () => void;
  restore: () => void;
}

interface Pod {
  podId: string;
  handlers: ClusterBusHandlers;
}

/** `automatic` delivers in a microtask; otherwise the test delivers. */
export const createMemoryBroker = (options: { automatic: boolean }): MemoryBroker => {
  const pods = new Set<Pod>();
  let pending: (() => void)[] = [];
  let isUp = true;
  let isScheduled = false;

  const deliverOne = (): boolean => {
    const message = pending.shift();
    message?.();
    return message !== undefined;
  };
  const deliverAll = () => {
    while (deliverOne());
  };
  const send = (message: () => void): boolean => {
    if (!isUp) return false;
    pending.push(message);
    if (options.automatic && !isScheduled) {
      isScheduled = true;
      queueMicrotask(() => {
        isScheduled = false;
        deliverAll();
      });
    }
    return true;
  };
  /** Pods are looked up on delivery; a pod that has closed its bus receives nothing. */
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

  const setUp = (up: boolean) => {
    isUp = up;
    if (!up) pending = [];
    for (const { handlers } of pods) handlers.onConnection(up);
  };
  return {
    connect,
    deliverAll,
    deliverOne,
    cut: () => setUp(false),
    restore: () => setUp(true),
  };
};
