import { podIdOf, type ClusterBus, type ClusterBusHandlers } from './bus.js';

/** A broker within one process, with the guarantees of NATS core; tests can cut and restore it. */
export interface MemoryBroker {
  connect: (podId: string, handlers: ClusterBusHandlers) => ClusterBus;
  /** Delivers every pending message, including those sent during delivery. */
  deliverAll: () => void;
  /** Delivers the oldest pending message; false when there is none. */
  deliverOne: () => boolean;
  /** Drops pending messages and reports the lost connection to every pod, or to this one. */
  cut: (podId?: string) => void;
  restore: () => void;
}

interface Pod {
  podId: string;
  handlers: ClusterBusHandlers;
  isUp: boolean;
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
  const send = (from: Pod, message: () => void): boolean => {
    if (!from.isUp) return false;
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
    for (const pod of pods) if (pod.podId === podId && pod.isUp) deliver(pod.handlers);
  };

  const connect = (podId: string, handlers: ClusterBusHandlers): ClusterBus => {
    const pod = { podId, handlers, isUp };
    pods.add(pod);
    return {
      broadcast: (data) => {
        const copy = Uint8Array.from(data);
        return send(pod, () => {
          for (const other of pods) {
            if (!other.isUp) continue;
            if (other === pod) handlers.onEcho();
            else other.handlers.onBroadcast(copy);
          }
        });
      },
      sendToPod: (target, data) => {
        const copy = Uint8Array.from(data);
        return send(
          pod,
          to(target, (other) => other.onControl(copy)),
        );
      },
      relay: (target, origin, frame) => {
        const copy = Uint8Array.from(frame);
        const [, epoch = '', conn = ''] = target.split('.');
        const sentAtMs = Date.now();
        return send(
          pod,
          to(podIdOf(target), (other) =>
            other.onRelay(epoch, Number(conn), origin, sentAtMs, copy),
          ),
        );
      },
      isConnected: () => pod.isUp && pods.has(pod),
      flush: () => Promise.resolve(),
      close: () => {
        pods.delete(pod);
        return Promise.resolve();
      },
    };
  };

  const setUp = (up: boolean, podId?: string) => {
    if (podId === undefined) isUp = up;
    if (!up) pending = [];
    for (const pod of pods) {
      if (podId !== undefined && pod.podId !== podId) continue;
      pod.isUp = up;
      pod.handlers.onConnection(up);
    }
  };
  return {
    connect,
    deliverAll,
    deliverOne,
    cut: (podId) => setUp(false, podId),
    restore: () => setUp(true),
  };
};
