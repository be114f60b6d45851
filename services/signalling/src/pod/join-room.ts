import { inSpan } from '@tandem/kit';
import type { Authority, Verdict } from '../access/authorize.js';
import type { HybridClock } from '../cluster/hybrid-clock.js';
import type { Connection, Visitor } from '../room/connection.js';
import type { Connections } from './connections.js';
import type { EndedShares } from '../access/revoked-shares.js';
import type { Join } from '../protocol/join.js';
import { closeReasons } from '../protocol/close-codes.js';
import type { LocalMember } from '../room/member.js';
import type { Mesh } from './cluster-sync.js';
import { joinedFrame } from '../protocol/server-frames.js';
import { closeReasonFor, type Presence } from './notify-peers.js';
import { counterpartsOf, type Rooms } from '../room/rooms.js';
import { count, type Stats } from './counters.js';

/** From a well-formed join to a place in the room. */
export const createLobby = (options: {
  podId: string;
  authority: Authority;
  clock: HybridClock;
  connections: Connections;
  rooms: Rooms<Connection>;
  presence: Presence;
  mesh: Mesh;
  ended: EndedShares;
  stats: Stats;
  /** Whether a stop after this moment may not have reached us. */
  mayHaveMissedStopSince: (assertedAtMs: number) => boolean;
  onDoubt: (shareId: string) => void;
}) => {
  const { connections, rooms, presence, mesh, stats } = options;

  const enter = (
    connection: Connection,
    join: Join,
    verdict: Extract<Verdict, { outcome: 'admitted' }>,
  ) => {
    const member: LocalMember<Connection> = {
      place: 'here',
      shareId: join.shareId,
      peerId: join.peerId,
      role: verdict.role,
      viewerId: verdict.viewerId,
      podId: options.podId,
      conn: connection.id,
      stamp: options.clock.tick(),
      connection,
    };
    const admission = rooms.join(member);
    if (admission.outcome !== 'admitted') {
      const conflict = admission.outcome === 'refused' ? admission.conflict : 'peer-id-taken';
      connections.end(connection, closeReasonFor(conflict));
      return;
    }
    const { room } = admission;
    connections.advance(connection, { type: 'admitted', membership: member });
    count(stats.joins, verdict.by);
    if (verdict.shareExpiresAtMs !== undefined) room.expiresAtMs = verdict.shareExpiresAtMs;
    if (room.expiresAtMs === Infinity || options.mayHaveMissedStopSince(verdict.assertedAtMs)) {
      options.onDoubt(room.shareId);
    }
    const peers = counterpartsOf(room, member.role);
    connections.send(connection, joinedFrame(member.shareId, member.peerId, member.role, peers));
    presence.admit(member, admission);
    mesh.announce(room, member, join.traceparent);
  };

  const decide = (connection: Connection, join: Join, verdict: Verdict) => {
    // The socket may have gone while we asked.
    if (connection.session.phase !== 'authorising') return;
    if (verdict.outcome === 'refused') connections.end(connection, verdict.closeReason);
    else if (options.ended.isRevoked(join.shareId, verdict.assertedAtMs)) {
      connections.end(connection, closeReasons.shareEnded);
    } else enter(connection, join, verdict);
  };

  const check = (connection: Connection, join: Join, visitor: Visitor): void | Promise<void> => {
    const verdict = options.authority.authorise({
      shareId: join.shareId,
      peerId: join.peerId,
      password: join.password,
      grant: join.grant,
      traceparent: join.traceparent,
      sessionCookie: visitor.sessionCookie,
      ipAddress: visitor.ipAddress,
      userAgent: visitor.userAgent,
    });
    if ('outcome' in verdict) decide(connection, join, verdict);
    else return verdict.then((answer) => decide(connection, join, answer));
  };

  return {
    /** The connection is admitted or ended, at once or when the answer comes. */
    authorise: (connection: Connection, join: Join): void => {
      const visitor = connections.takeVisitor(connection);
      if (!visitor) return;
      if (join.traceparent === '') void check(connection, join, visitor);
      else {
        void inSpan('join', { kind: 'server', parent: join.traceparent }, (traceparent) =>
          check(connection, { ...join, traceparent }, visitor),
        );
      }
    },
  };
};
