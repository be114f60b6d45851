/**
 * Which pods are alive, this one's way to the broker included. Pods speak once a second; each hears itself too, so
 * that a broker that takes messages and delivers none is noticed like one that is gone.
 */
export const livenessTimes = {
  heartbeatMs: 1_000,
  podSilentMs: 3_000,
  /** Our own heartbeat does not come back: the broker is out of reach, whatever the socket says. */
  echoLostMs: 3_000,
  /** Between two ticks; longer, and it was us who were asleep. */
  longestTickMs: 1_000,
  /** How long a pod that fell silent is remembered. */
  rememberLostMs: 600_000,
} as const;

export type Heard =
  | 'as-before'
  | 'new'
  /** Another epoch of a pod we know: whoever was on it is gone. */
  | 'restarted'
  /** We took it for dead, with its members; it is the same as before. */
  | 'returned';

interface Known {
  epoch: string;
  heardAtMs: number;
}

export const createPodLiveness = (nowMs: () => number) => {
  const alive = new Map<string, Known>();
  const lost = new Map<string, Known>();
  let echoedAtMs = nowMs();
  let tickedAtMs = nowMs();

  const shift = (ms: number) => {
    echoedAtMs += ms;
    for (const pod of alive.values()) pod.heardAtMs += ms;
  };

  return {
    get size() {
      return alive.size;
    },
    hear: (podId: string, epoch: string): Heard => {
      const before = alive.get(podId);
      const gone = lost.get(podId);
      lost.delete(podId);
      alive.set(podId, { epoch, heardAtMs: nowMs() });
      if (before) return before.epoch === epoch ? 'as-before' : 'restarted';
      return gone?.epoch === epoch ? 'returned' : 'new';
    },
    /** It said goodbye. */
    forget: (podId: string) => {
      alive.delete(podId);
      lost.delete(podId);
    },
    hearSelf: () => {
      echoedAtMs = nowMs();
    },
    isEchoing: (): boolean => nowMs() - echoedAtMs < livenessTimes.echoLostMs,
    /** After an outage nobody could be heard: silence counts from now on. */
    startAnew: () => {
      for (const pod of alive.values()) pod.heardAtMs = nowMs();
    },
    /** A long time since the last tick was our own sleep, and nobody else's silence. */
    tick: () => {
      const now = nowMs();
      const slept = now - tickedAtMs;
      tickedAtMs = now;
      if (slept > livenessTimes.longestTickMs) shift(slept);
    },
    /** Pods that have fallen silent since the last call. */
    takeSilent: (): string[] => {
      const now = nowMs();
      const silent = [...alive].filter(
        ([, pod]) => now - pod.heardAtMs >= livenessTimes.podSilentMs,
      );
      for (const [podId, pod] of silent) {
        alive.delete(podId);
        lost.set(podId, pod);
      }
      for (const [podId, pod] of lost) {
        if (now - pod.heardAtMs >= livenessTimes.rememberLostMs) lost.delete(podId);
      }
      return silent.map(([podId]) => podId);
    },
  };
};
