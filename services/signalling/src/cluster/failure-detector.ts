/**
 * Detects failed pods, lost frames and the loss of the broker. Pods broadcast a heartbeat every second, and each pod also
 * receives its own as an echo: a broker that accepts messages without delivering them counts as lost. The heartbeat
 * states how many frames its pod has sent, so that a pod that has received fewer detects it.
 */
export const failureDetectorTimes = {
  heartbeatMs: 1_000,
  /** A pod silent for this long has failed. */
  failedAfterMs: 3_000,
  /** Without an echo for this long the broker counts as lost, whatever the socket reports. */
  echoLostMs: 3_000,
  /** A longer time between two ticks means that this process was suspended. */
  maxTickMs: 1_000,
  /** How long a failed pod is remembered, to recognise its return. */
  failedTtlMs: 600_000,
} as const;

/** What a frame from a pod reveals about it. */
export type Observation =
  | 'unchanged'
  | 'new'
  /** A new epoch of a known pod; the members of the previous epoch have left. */
  | 'restarted'
  /** A pod that counted as failed continues in the same epoch, with its members. */
  | 'returned';

interface PodState {
  epoch: string;
  lastSeenMs: number;
  /** Frames of this epoch that were received or are known to be lost. */
  receivedFrames: number;
}

export const createFailureDetector = (nowMs: () => number) => {
  const alive = new Map<string, PodState>();
  const failed = new Map<string, PodState>();
  let lastEchoMs = nowMs();
  let lastTickMs = nowMs();

  const extendDeadlines = (ms: number) => {
    lastEchoMs += ms;
    for (const pod of alive.values()) pod.lastSeenMs += ms;
  };

  return {
    /** Other pods that are alive. */
    get size() {
      return alive.size;
    },
    /** Records a frame of a pod. */
    observe: (podId: string, epoch: string): Observation => {
      const known = alive.get(podId);
      if (known?.epoch === epoch) {
        known.lastSeenMs = nowMs();
        known.receivedFrames += 1;
        return 'unchanged';
      }
      const hasReturned = failed.get(podId)?.epoch === epoch;
      failed.delete(podId);
      alive.set(podId, { epoch, lastSeenMs: nowMs(), receivedFrames: 1 });
      if (known) return 'restarted';
      return hasReturned ? 'returned' : 'new';
    },
    /** Whether frames of the pod have been lost since the last call; `sentFrames` is the number in its heartbeat. */
    hasMissedFrames: (podId: string, sentFrames: number): boolean => {
      const pod = alive.get(podId);
      if (!pod || pod.receivedFrames === sentFrames) return false;
      pod.receivedFrames = sentFrames;
      return true;
    },
    /** Whether a pod that failed has neither returned nor been forgotten. */
    hasFailed: (): boolean => failed.size > 0,
    /** Removes a pod that announced its stop. */
    remove: (podId: string) => {
      alive.delete(podId);
      failed.delete(podId);
    },
    recordEcho: () => {
      lastEchoMs = nowMs();
    },
    isEchoing: (): boolean => nowMs() - lastEchoMs < failureDetectorTimes.echoLostMs,
    /** Restarts the silence of every pod; call after an outage of the broker. */
    resetSilence: () => {
      for (const pod of alive.values()) pod.lastSeenMs = nowMs();
    },
    /** Extends every deadline by the time this process was suspended. */
    tick: () => {
      const now = nowMs();
      const elapsedMs = now - lastTickMs;
      lastTickMs = now;
      if (elapsedMs > failureDetectorTimes.maxTickMs) extendDeadlines(elapsedMs);
    },
    /** Pods that failed since the last call. */
    takeFailed: (): string[] => {
      const now = nowMs();
      const silent = [...alive].filter(
        ([, pod]) => now - pod.lastSeenMs >= failureDetectorTimes.failedAfterMs,
      );
      for (const [podId, pod] of silent) {
        alive.delete(podId);
        failed.set(podId, pod);
      }
      for (const [podId, pod] of failed) {
        if (now - pod.lastSeenMs >= failureDetectorTimes.failedTtlMs) failed.delete(podId);
      }
      return silent.map(([podId]) => podId);
    },
  };
};
