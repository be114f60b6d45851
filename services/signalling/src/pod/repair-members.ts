import type { Logger } from '@tandem/kit';
import type { PodAlive, PodFrame } from '@tandem/proto/tandem/signalling/v1/pod';
import type { EmptiedRooms } from '../cluster/emptied-rooms.js';
import {
  createFailureDetector,
  failureDetectorTimes,
  type Observation,
} from '../cluster/failure-detector.js';
import type { Outbox } from '../cluster/outbox.js';
import { nextRepair, repairTimes, type Repair, type RepairEvent } from '../cluster/repair.state.js';
import type { Connection } from '../room/connection.js';
import type { Rooms } from '../room/rooms.js';
import type { RemoteMembers } from './remote-members.js';

/**
 * Keeps remote members right when pods fail, frames are lost or the broker is out of reach: sends heartbeats, removes
 * members that are gone, and announces the pod's own again.
 */
export const createMemberRepair = (options: {
  podId: string;
  monotonicMs: () => number;
  random: () => number;
  rooms: Rooms<Connection>;
  outbox: Outbox;
  emptiedRooms: EmptiedRooms;
  remoteMembers: RemoteMembers;
  logger: Logger;
  /** Whether the connection to the broker is up. */
  isConnected: () => boolean;
  /** The broker, or the part of it that other pods use, was out of reach: events may have been missed. */
  onMissedEvents: () => void;
}) => {
  const { podId, monotonicMs, rooms, outbox, emptiedRooms, remoteMembers, logger } = options;
  const failureDetector = createFailureDetector(monotonicMs);
  let repair: Repair = { phase: 'settled' };
  let heartbeatAtMs = 0;

  const isReachable = () => options.isConnected() && failureDetector.isEchoing();
  const jitterMs = () => options.random() * repairTimes.announceJitterMs;

  const advance = (event: RepairEvent) => {
    const [after, action] = nextRepair(repair, event);
    repair = after;
    switch (action) {
      case 'require-confirmation':
        failureDetector.resetSilence();
        remoteMembers.requireConfirmation();
        options.onMissedEvents();
        break;
      case 'announce':
        outbox.announceAll(rooms, emptiedRooms.shareIds());
        break;
      case 'remove-unconfirmed':
        remoteMembers.removeWhere((member) => !member.isConfirmed);
        break;
      case 'nothing':
    }
  };

  const sendHeartbeat = () => {
    const now = monotonicMs();
    if (now < heartbeatAtMs) return;
    heartbeatAtMs = now + failureDetectorTimes.heartbeatMs;
    outbox.broadcastHeartbeat();
  };

  const removeFailed = () => {
    const failed = new Set(failureDetector.takeFailed());
    if (failed.size === 0) return;
    logger.warn({ pods: [...failed] }, 'pods failed; removing their members');
    remoteMembers.removeWhere((member) => failed.has(member.podId));
    failed.forEach(outbox.forgetPod);
  };

  return {
    isReachable,
    podCount: () => failureDetector.size + 1,

    /** Call with every frame of another pod, before the frame is applied. */
    observe: (from: PodFrame): Observation => {
      const hadFailed = failureDetector.hasFailed();
      const observation = failureDetector.observe(from.podId, from.epoch);
      // A partition of the broker's servers goes unnoticed, because each pod still receives its own echo. A pod that failed
      // may have been replaced before the partition healed.
      if (hadFailed && (observation === 'returned' || observation === 'new')) {
        options.onMissedEvents();
      }
      if (observation === 'restarted') {
        remoteMembers.removeWhere(
          (member) => member.podId === from.podId && member.epoch !== from.epoch,
        );
      } else if (observation === 'returned') {
        // Its members were removed here; its reply to the announcement adds them again.
        outbox.announceAll(rooms, emptiedRooms.shareIds(), from.podId);
      }
      return observation;
    },

    onHeartbeat: (
      from: string,
      { framesToAll, framesToPod }: PodAlive,
      observation: Observation,
    ) => {
      if (framesToAll === 0) return;
      const sentFrames = framesToAll + (framesToPod[podId] ?? 0);
      const hasMissed = failureDetector.hasMissedFrames(from, sentFrames);
      // To a pod that has returned, all members have just been announced.
      if (!hasMissed || observation === 'returned') return;
      logger.info({ pod: from }, 'missed frames of another pod; announcing members again');
      // Share events may have been lost with the frames.
      options.onMissedEvents();
      advance({ type: 'frames-missed', nowMs: monotonicMs(), jitterMs: jitterMs() });
    },

    onStopped: ({ podId: stopped, epoch }: PodFrame) => {
      remoteMembers.removeWhere((member) => member.podId === stopped && member.epoch === epoch);
      failureDetector.remove(stopped);
      outbox.forgetPod(stopped);
    },

    onEcho: () => failureDetector.recordEcho(),
    onConnection: (isConnected: boolean) => {
      // Also records an outage shorter than a tick; the next tick handles the reconnect.
      if (!isConnected) advance({ type: 'broker-lost' });
      else heartbeatAtMs = 0;
    },

    /** Call several times a second. */
    tick: () => {
      failureDetector.tick();
      sendHeartbeat();
      if (!isReachable()) {
        advance({ type: 'broker-lost' });
        return;
      }
      advance({ type: 'clock', nowMs: monotonicMs(), jitterMs: jitterMs() });
      removeFailed();
    },
  };
};
