import { inSpan, networkDigest } from '@tandem/kit';
import type { Authorize, Verdict } from '../access/authorize.js';
import type { HybridClock } from '../cluster/hybrid-clock.js';
import { closeReasons, revocationCloses } from '../protocol/close-codes.js';
import type { Join } from '../protocol/join.js';
import { joinedFrame } from '../protocol/server-frames.js';
import type { Connection, UpgradeInfo } from '../room/connection.js';
import type { JoinBuckets } from '../room/join-buckets.js';
import type { LocalMember } from '../room/member.js';
import { counterpartsOf, takeExpiry, type Rooms } from '../room/rooms.js';
import type { SenderBuckets } from '../room/sender-buckets.js';
import type { CheckVisits } from './check-visits.js';
import type { ClusterSync } from './cluster-sync.js';
import type { Connections } from './connections.js';
import { count, type Counters } from './counters.js';
import { closeReasonFor, type PeerNotifier } from './notify-peers.js';
import type { SessionSockets } from './session-sockets.js';
import type { ShareAccess } from './share-access.js';

type AdmittedVerdict = Extract<Verdict, { outcome: 'admitted' }>;

/** Length of the digests by which pods name networks to each other. */
const networkDigestChars = 11;

/** Handles a well-formed join: authorize, admit to the room, announce to the other pods. */
export const createJoinHandler = (options: {
  podId: string;
  authorize: Authorize;
  clock: HybridClock;
  connections: Connections;
  rooms: Rooms<Connection>;
  notifier: PeerNotifier;
  clusterSync: ClusterSync;
  shareAccess: Pick<ShareAccess, 'revocationOf'>;
  sessionSockets: SessionSockets;
  checkVisits: CheckVisits;
  senderBuckets: SenderBuckets;
  /** Joins per network: each costs a call to the services or the check of a signature. */
  networkJoins: JoinBuckets;
  /** Admitted receivers per network and room: each costs the sender's page a connection. */
  roomJoins: JoinBuckets;
  counters: Counters;
  /** Whether this pod may have missed a stop of the share after this time. */
  mayHaveMissedStopSince: (assertedAtMs: number) => boolean;
  onNeedsRecheck: (shareId: string) => void;
  onSenderJoined: (shareId: string) => void;
}) => {
  const { connections, rooms, notifier, clusterSync, counters } = options;

  const memberOf = (
    connection: Connection,
    join: Join,
    verdict: AdmittedVerdict,
    ipAddress: string,
  ): LocalMember<Connection> => ({
    location: 'local',
    shareId: join.shareId,
    shareEpoch: verdict.shareEpoch,
    peerId: join.peerId,
    role: verdict.role,
    viewerId: verdict.viewerId,
    podId: options.podId,
    conn: connection.id,
    stamp: options.clock.tick(),
    network: networkDigest(join.shareId, ipAddress, networkDigestChars),
    connection,
    envelope: undefined,
    heads: undefined,
  });

  const admit = (
    connection: Connection,
    join: Join,
    verdict: AdmittedVerdict,
    ipAddress: string,
  ) => {
    const member = memberOf(connection, join, verdict, ipAddress);
    const isReceiver = member.role === 'receiver';
    if (isReceiver && !options.roomJoins.hasToken(member.network)) {
      connections.close(connection, closeReasons.tooManySockets);
      return;
    }
    const result = rooms.join(member);
    if (result.outcome !== 'admitted') {
      const conflict = result.outcome === 'refused' ? result.conflict : 'peer-id-taken';
      connections.close(connection, closeReasonFor(conflict));
      return;
    }
    const { room } = result;
    if (isReceiver) options.roomJoins.take(member.network);
    connections.advance(connection, { type: 'admitted', membership: member });
    count(counters.joins, verdict.credential);
    if (verdict.sessionId !== '') options.sessionSockets.add(verdict.sessionId, connection);
    options.checkVisits.add(member);
    const isExpiryCertain = takeExpiry(room, verdict.shareExpiresAtMs);
    if (!isExpiryCertain || options.mayHaveMissedStopSince(verdict.assertedAtMs)) {
      options.onNeedsRecheck(room.shareId);
    }
    const peers = counterpartsOf(room, member.role);
    connections.send(connection, joinedFrame(member.shareId, member.peerId, member.role, peers));
    notifier.notifyJoin(member, result);
    clusterSync.announceJoin(room, member, join.traceparent);
    if (member.role !== 'sender') return;
    // A sender that this one has replaced has left by now and has kept its bucket.
    connection.bucket = options.senderBuckets.resume(room.shareId, connection.bucket);
    options.onSenderJoined(room.shareId);
  };

  const apply = (connection: Connection, join: Join, verdict: Verdict, ipAddress: string) => {
    // The socket may have closed during the call.
    if (connection.session.phase !== 'authorizing') return;
    if (verdict.outcome === 'refused') {
      connections.close(connection, verdict.closeReason);
      return;
    }
    const revocation = options.shareAccess.revocationOf(join.shareId, verdict);
    if (revocation === null) admit(connection, join, verdict, ipAddress);
    else connections.close(connection, revocationCloses[revocation]);
  };

  const authorize = (
    connection: Connection,
    join: Join,
    upgradeInfo: UpgradeInfo,
  ): void | Promise<void> => {
    const { ipAddress } = upgradeInfo;
    const verdict = options.authorize({
      shareId: join.shareId,
      peerId: join.peerId,
      password: join.password,
      grant: join.grant,
      traceparent: join.traceparent,
      sessionCookie: upgradeInfo.sessionCookie,
      ipAddress,
      userAgent: upgradeInfo.userAgent,
    });
    if ('outcome' in verdict) apply(connection, join, verdict, ipAddress);
    else return verdict.then((result) => apply(connection, join, result, ipAddress));
  };

  /** Admits or closes the connection, synchronously if the credential is a grant. */
  return (connection: Connection, join: Join): void => {
    const upgradeInfo = connections.takeUpgradeInfo(connection);
    if (!upgradeInfo) return;
    const { networkKey } = connection;
    if (!options.networkJoins.hasToken(networkKey)) {
      connections.close(connection, closeReasons.tooManySockets);
      return;
    }
    options.networkJoins.take(networkKey);
    if (join.traceparent === '') void authorize(connection, join, upgradeInfo);
    else {
      void inSpan('join', { kind: 'server', parent: join.traceparent }, (traceparent) =>
        authorize(connection, { ...join, traceparent }, upgradeInfo),
      );
    }
  };
};
