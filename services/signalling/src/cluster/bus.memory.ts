import { parseAddress } from '../room/address.js';
import type { ClusterBus, ClusterBusHandlers } from './bus.js';

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
  /** Drops the messages from one pod to another while both stay connected, as in a partition of the broker's servers. */
  cutLink: (from: string, to: string) => void;
  /** Delays the messages from one pod to another; messages of different pods have no order. */
  holdLink: (from: string, to: string) => void;
  /** Ends `cutLink` and `holdLink` for all links. */
  restoreLinks: () => void;
}

interface Pod {
  podId: string;
  handlers: ClusterBusHandlers;
  isUp: boolean;
}

const linkOf = (from: string, to: string): string => `${from} ${to}`;

/** `automatic` delivers in a microtask; otherwise the test delivers. */
export const createMemoryBroker = (options: { automatic: boolean }): MemoryBroker => {
  const pods = new Set<Pod>();
  let pending: (() => void)[] = [];
  const cutLinks = new Set<string>();
  /** Messages that wait, in order. */
  const heldLinks = new Map<string, (() => void)[]>();
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
  const deliverTo = (from: string, to: string, deliver: (handlers: ClusterBusHandlers) => void) => {
    const link = linkOf(from, to);
    const held = heldLinks.get(link);
    if (held) held.push(() => deliverTo(from, to, deliver));
    else if (!cutLinks.has(link)) {
      for (const pod of pods) if (pod.podId === to && pod.isUp) deliver(pod.handlers);
    }
  };

  const connect = (podId: string, handlers: ClusterBusHandlers): ClusterBus => {
    const pod = { podId, handlers, isUp };
    pods.add(pod);
    return {
      broadcast: (data) => {
        const copy = Uint8Array.from(data);
        return send(pod, () => {
          for (const other of pods) {
            if (other === pod && pod.isUp) handlers.onEcho();
            else deliverTo(podId, other.podId, (to) => to.onBroadcast(copy));
          }
        });
      },
      sendToPod: (target, data) => {
        const copy = Uint8Array.from(data);
        return send(pod, () => deliverTo(podId, target, (to) => to.onControl(copy)));
      },
      relay: (target, origin, frame) => {
        const copy = Uint8Array.from(frame);
        const address = parseAddress(target);
        if (!address) return false;
        const { epoch, conn } = address;
        const sentAtMs = Date.now();
        return send(pod, () =>
          deliverTo(podId, address.podId, (to) => to.onRelay(epoch, conn, origin, sentAtMs, copy)),
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
    cutLink: (from, to) => {
      cutLinks.add(linkOf(from, to));
    },
    holdLink: (from, to) => {
      const link = linkOf(from, to);
      heldLinks.set(link, heldLinks.get(link) ?? []);
    },
    restoreLinks: () => {
      cutLinks.clear();
      pending.unshift(...[...heldLinks.values()].flat());
      heldLinks.clear();
    },
  };
};
