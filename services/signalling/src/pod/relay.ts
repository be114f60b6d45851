import { inSpan } from '@tandem/kit';
import type { ClusterBusHandlers } from '../cluster/bus.js';
import {
  closeReasons,
  protocolErrors,
  type CloseReason,
  type ProtocolError,
} from '../protocol/close-codes.js';
import type { FrameBuffer } from '../protocol/frame-buffer.js';
import { traceparentOf } from '../protocol/join.js';
import { limits } from '../protocol/limits.js';
import { isPresent, isText, textAt, type Frame } from '../protocol/parse-frame.js';
import { relayFrame } from '../protocol/server-frames.js';
import { addressOf } from '../room/address.js';
import type { Connection } from '../room/connection.js';
import type { LocalMember, Member } from '../room/member.js';
import { route, type Rooms } from '../room/rooms.js';
import type { ClusterSync } from './cluster-sync.js';
import type { Connections } from './connections.js';
import { count, latencySampling, type Counters } from './counters.js';

/** A member must not fill the queue of its counterpart with frames that no peer would send. */
const excessOf = ({ type, payload }: Frame): CloseReason | undefined => {
  const bytes = payload.end - payload.start;
  if (type === 'ice-candidate') {
    return bytes > limits.candidateBytes ? closeReasons.candidateTooLarge : undefined;
  }
  return bytes > limits.sdpBytes ? closeReasons.sdpTooLarge : undefined;
};

/** Whether the frame names the member's own share, or none. */
export const isOwnShare = (
  member: LocalMember<Connection>,
  { bytes }: FrameBuffer,
  { shareId }: Frame,
): boolean => !isPresent(shareId) || isText(bytes, shareId, member.shareId);

/** Relays offers, answers and candidates from a member to its counterpart, on this or another pod. */
export const createRelay = (options: {
  podId: string;
  epoch: string;
  connections: Connections;
  rooms: Rooms<Connection>;
  clusterSync: ClusterSync;
  counters: Counters;
  nowMs: () => number;
}) => {
  const { connections, rooms, clusterSync, counters } = options;
  let untilSample = latencySampling;

  const targetOf = (
    member: LocalMember<Connection>,
    { bytes }: FrameBuffer,
    frame: Frame,
  ): Member<Connection> | ProtocolError => {
    const room = rooms.find(member.shareId);
    if (!room) return protocolErrors.noPeer;
    const to = isPresent(frame.to) ? textAt(bytes, frame.to) : '';
    const found = route(room, member.role, to);
    return typeof found === 'string' ? protocolErrors[found] : found;
  };

  const deliverLocal = (target: Connection, frame: Uint8Array) => {
    untilSample -= 1;
    if (untilSample > 0) {
      connections.send(target, frame);
      return;
    }
    untilSample = latencySampling;
    const startedAt = performance.now();
    connections.send(target, frame);
    counters.observeLatency('local', (performance.now() - startedAt) / 1000);
  };

  const forward = (
    member: LocalMember<Connection>,
    frameBuffer: FrameBuffer,
    frame: Frame,
    traceparent: string,
  ) => {
    const target = targetOf(member, frameBuffer, frame);
    if (!('location' in target)) {
      connections.sendError(member.connection, target);
      return;
    }
    const outgoing = relayFrame(member, frameBuffer, frame, traceparent);
    if (target.location === 'local') {
      deliverLocal(target.connection, outgoing);
    } else if (clusterSync.relay(target, member.connection.id, outgoing)) {
      counters.crossPod += 1;
    } else {
      connections.sendError(member.connection, protocolErrors.peerUnreachable);
      return;
    }
    count(counters.relayed, frame.type);
  };

  return {
    echo: (member: LocalMember<Connection>, frameBuffer: FrameBuffer, frame: Frame) =>
      connections.send(member.connection, relayFrame(member, frameBuffer, frame, '')),

    relay: (member: LocalMember<Connection>, frameBuffer: FrameBuffer, frame: Frame) => {
      const excess = excessOf(frame);
      if (excess) {
        connections.close(member.connection, excess);
        return;
      }
      const parent = traceparentOf(frameBuffer, frame);
      if (parent === '') {
        forward(member, frameBuffer, frame, '');
        return;
      }
      // inSpan runs the callback synchronously, while the frame is still in the buffer.
      void inSpan(`relay ${frame.type}`, { kind: 'producer', parent }, (traceparent) =>
        forward(member, frameBuffer, frame, traceparent),
      );
    },

    /** A frame from another pod, already rewritten, for a local connection. */
    onRelay: ((epoch, conn, origin, sentAtMs, frame) => {
      const connection = epoch === options.epoch ? connections.find(conn) : undefined;
      if (connection?.session.phase !== 'joined') {
        clusterSync.replyGone(origin, addressOf(options.podId, epoch, conn));
        return;
      }
      connections.send(connection, frame);
      // Clock skew between machines can exceed the latency.
      counters.observeLatency('remote', Math.max(0, options.nowMs() - sentAtMs) / 1000);
    }) satisfies ClusterBusHandlers['onRelay'],
  };
};
