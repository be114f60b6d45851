/** Frames of the signalling socket, validated on arrival. */

import { signallingLimits } from '@tandem/proto/browser/signalling-limits';
import type {
  CandidatePayload,
  ErrorFrame,
  JoinedFrame,
  Peer,
  Role as PeerRole,
  SdpPayload,
  ServerFrame as WireFrame,
  Signal,
} from '@tandem/proto/browser/ws/frames';
import {
  maxFrameChars,
  maxQueuedCandidates,
  maxSignalChars,
  maxTextChars,
} from '../support/constants.js';
import { fieldsOf, isText, type Fields, type Unchecked } from '../support/values/unchecked.js';
import { parseObject } from '../wire/chunk-frames.js';

export type { CandidatePayload, Peer, PeerRole, SdpPayload, Signal };

export type SignalType = Signal['type'];

export type ServerFrame =
  | { type: 'joined'; role: PeerRole; peers: Peer[] }
  | { type: 'peer-joined' | 'peer-left'; peer: Peer }
  | { type: 'signal'; from: string; signal: Signal }
  | { type: 'ping' }
  | { type: 'error'; code: string; message: string; isRetryable: boolean }
  | { type: 'unknown' };

const isPeerId = (value: unknown): value is string =>
  isText(value, signallingLimits.peerIdLength) && value !== '';
const isRole = (value: unknown): value is PeerRole => value === 'sender' || value === 'receiver';
const optionalReference = (value: unknown): string | undefined =>
  isText(value, signallingLimits.referenceLength) && value !== '' ? value : undefined;

const readPeer = (value: unknown): Peer | null => {
  const { peerId, role }: Unchecked<Peer> = fieldsOf(value);
  return isPeerId(peerId) && isRole(role) ? { peerId, role } : null;
};

/** More than the places of a room, whose number is the server's. */
const maxPeers = 1_000;

const readJoined = (payload: Unchecked<JoinedFrame['payload']>): ServerFrame | null => {
  const { role, peers } = payload;
  if (!isRole(role) || !Array.isArray(peers) || peers.length > maxPeers) return null;
  const known = peers.map(readPeer).filter((peer) => peer !== null);
  return known.length === peers.length ? { type: 'joined', role, peers: known } : null;
};

const readSdp = (type: 'offer' | 'answer', payload: Unchecked<SdpPayload>): Signal | null => {
  const { sdp, connection, offerId } = payload;
  if (!isText(sdp, maxSignalChars)) return null;
  return {
    type,
    payload: {
      sdp,
      connection: optionalReference(connection),
      offerId: optionalReference(offerId),
    },
  };
};

const readCandidate = (payload: Unchecked<CandidatePayload>): Signal | null => {
  const { candidate, sdpMid = null, sdpMLineIndex = null, connection } = payload;
  const { candidateChars } = signallingLimits;
  if (!isText(candidate, candidateChars) || !(sdpMid === null || isText(sdpMid, 64))) return null;
  const isLine = typeof sdpMLineIndex === 'number' && Number.isInteger(sdpMLineIndex);
  if (sdpMLineIndex !== null && !(isLine && sdpMLineIndex >= 0 && sdpMLineIndex < 64)) return null;
  return {
    type: 'ice-candidate',
    payload: { candidate, sdpMid, sdpMLineIndex, connection: optionalReference(connection) },
  };
};

/** An offer, answer or candidate of the peer, from either channel. @returns null for anything else. */
export const readSignal = (type: string, payload: Fields): Signal | null => {
  switch (type) {
    case 'offer':
    case 'answer':
      return readSdp(type, payload);
    case 'ice-candidate':
      return readCandidate(payload);
    default:
      return null;
  }
};

/** The server sets `from`. The payload comes from the peer: an unreadable one is ignored. */
const readRelayed = (type: SignalType, payload: Fields, from: unknown): ServerFrame | null => {
  if (!isPeerId(from)) return null;
  const signal = readSignal(type, payload);
  return signal === null ? { type: 'unknown' } : { type: 'signal', from, signal };
};

const readError = (payload: Unchecked<ErrorFrame['payload']>): ServerFrame => {
  const { code, message, retryable } = payload;
  return {
    type: 'error',
    code: isText(code, maxTextChars) ? code : '',
    message: isText(message, 1_024) ? message : '',
    isRetryable: retryable === true,
  };
};

/** @returns null for a frame that violates the protocol. */
export const parseServerFrame = (data: unknown): ServerFrame | null => {
  if (!isText(data, maxFrameChars)) return null;
  const frame = parseObject(data);
  if (frame === null || typeof frame['type'] !== 'string') return null;
  const payload = fieldsOf(frame['payload']);
  const type = frame['type'] as WireFrame['type'];
  switch (type) {
    case 'joined':
      return readJoined(payload);
    case 'peer-joined':
    case 'peer-left': {
      const peer = readPeer(payload);
      return peer === null ? null : { type, peer };
    }
    case 'offer':
    case 'answer':
    case 'ice-candidate':
      return readRelayed(type, payload, frame['peerId']);
    case 'ping':
      return { type: 'ping' };
    case 'error':
      return readError(payload);
    default:
      return { type: 'unknown' };
  }
};

/** Queues up to maxQueuedCandidates items; drops the rest. */
export const pushBounded = <T>(queue: T[], item: T): void => {
  if (queue.length < maxQueuedCandidates) queue.push(item);
};
