/**
 * The lanes beside the file's channel: opens as many as the policy wants and the peers, the route and the page allow, and
 * replaces some after an interruption.
 */

import type { LossCause } from '../../pacing/pacer.js';
import { maxLaneNumber, maxRelayedLanes } from '../../support/constants.js';
import type { Clock } from '../../support/env.js';
import { encodeControl, type ControlMessage } from '../../wire/control-messages.js';
import type { LaneConnection, LaneSignal, OpenLane } from '../lane-connection.js';
import type { LaneBudget } from './lane-budget.js';
import {
  initialLanePolicy,
  nextLanePolicy,
  onLaneRefused,
  type LaneObservation,
  type LanePolicy,
} from './lane-policy.js';

export interface LaneSet {
  /** Null for a lane that is not open. */
  channelOf(lane: number): RTCDataChannel | null;
  /** Bytes that wait in the channels. */
  waitingBytes(): number;
  /** Each channel fires its low-water event when no more than so many bytes wait in it. */
  wakeAt(bytes: number): void;
  /** Open lanes, and those that are being opened. */
  size(): number;
  /** A lane is being opened. */
  isOpening(): boolean;
  observe(observation: Omit<LaneObservation, 'maxLanes'>): void;
  /** Connections that the policy wants, the file's included. */
  wanted(): number;
  want(connections: number): void;
  /** The policy wants no more for now. */
  isResting(): boolean;
  /** Opens those that are wanted and missing. */
  open(): void;
  /** Opens a lane in place of each. The old one closes when a new one has opened, or first if there is no room. */
  replace(lanes: readonly number[]): void;
  close(lane: number, cause?: LossCause): void;
  /** Lanes are wanted, and all numbers are used. */
  isUsedUp(): boolean;
  receive(message: LaneSignal): void;
  /** Copies of signals go over this channel too. */
  signalOver(channel: RTCDataChannel): void;
  stop(): void;
}

export interface LaneSetOptions {
  clock: Clock;
  openLane: OpenLane;
  /** Lanes that the receiver accepts at a time. */
  maxLanes: number;
  budget: LaneBudget;
  lanesAtStart?: number;
  isRelayed: () => boolean;
  /** The transfer yields the path to other traffic. */
  isYielding: () => boolean;
  isPaused: () => boolean;
  /** Pings return. */
  isAlive: () => boolean;
  send: (message: ControlMessage) => void;
  onOpened: (lane: number, channel: RTCDataChannel) => void;
  /** A lane that had opened. @param waitingBytes in its channel, which never leave it. */
  onClosed: (lane: number, cause: LossCause, waitingBytes: number) => void;
  /** A lane has opened or closed. */
  onChange: () => void;
}

export const createLaneSet = (options: LaneSetOptions): LaneSet => {
  const { clock, openLane, budget, isAlive, onChange } = options;
  const connections = new Map<
    number,
    { connection: LaneConnection; channel: RTCDataChannel | null }
  >();
  let policy: LanePolicy = { ...initialLanePolicy, wanted: options.lanesAtStart ?? 1 };
  let lastLane = 0;
  /** Each is closed when the lane that replaces it opens. */
  let replaced: number[] = [];
  let signalChannel: RTCDataChannel | null = null;

  /** The file's channel included. */
  const maxLanes = (): number => {
    if (options.isYielding()) return 1;
    const route = options.isRelayed() ? maxRelayedLanes : Infinity;
    return 1 + Math.min(options.maxLanes, route, connections.size + budget.left());
  };

  /** Without the file's channel. */
  const wantedLanes = (): number =>
    options.isPaused() ? 0 : Math.min(policy.wanted, maxLanes()) - 1;

  const onRefused = (): void => {
    policy = onLaneRefused(policy, clock.now(), 1 + connections.size);
  };

  const signal = (message: LaneSignal): void => {
    options.send(message);
    if (signalChannel?.readyState === 'open') signalChannel.send(encodeControl(message));
  };

  const close = (lane: number, cause: LossCause = 'standstill'): void => {
    const known = connections.get(lane);
    if (known === undefined) return;
    const waitingBytes = known.channel?.bufferedAmount ?? 0;
    connections.delete(lane);
    known.connection.close();
    budget.release();
    options.send({ type: 'lane-close', lane });
    if (known.channel !== null) options.onClosed(lane, cause, waitingBytes);
    // Without a path a lane fails to open whatever the network and the browser allow.
    else if (isAlive()) onRefused();
    onChange();
  };

  const onOpen = (lane: number, channel: RTCDataChannel): void => {
    const known = connections.get(lane);
    if (known === undefined) return;
    known.channel = channel;
    options.onOpened(lane, channel);
    const old = replaced.shift();
    if (old !== undefined) close(old, 'interruption');
    onChange();
  };

  /** @returns whether a lane is being opened. */
  const openOne = (): boolean => {
    if (lastLane >= maxLaneNumber || !budget.take()) return false;
    const lane = (lastLane += 1);
    const connection = openLane(lane, {
      send: signal,
      onOpen: (channel) => onOpen(lane, channel),
      onLost: () => close(lane, isAlive() ? 'standstill' : 'interruption'),
    });
    if (connection === null) {
      budget.release();
      onRefused();
      return false;
    }
    connections.set(lane, { connection, channel: null });
    return true;
  };

  return {
    channelOf: (lane) => connections.get(lane)?.channel ?? null,
    waitingBytes() {
      let sum = 0;
      for (const { channel } of connections.values()) sum += channel?.bufferedAmount ?? 0;
      return sum;
    },
    wakeAt(bytes) {
      for (const { channel } of connections.values())
        if (channel !== null) channel.bufferedAmountLowThreshold = bytes;
    },
    size: () => connections.size,
    isOpening: () => [...connections.values()].some(({ channel }) => channel === null),
    observe(observation) {
      policy = nextLanePolicy(policy, { ...observation, maxLanes: maxLanes() });
    },
    wanted: () => policy.wanted,
    want(wanted) {
      policy = { ...policy, wanted };
    },
    isResting: () => policy.phase === 'resting',
    open() {
      // Signals would wait in the file's channel, and arrive together when the path is back.
      if (!isAlive()) return;
      const wanted = wantedLanes();
      while (connections.size < wanted && openOne());
    },
    replace(lanes) {
      if (wantedLanes() <= 0) return;
      replaced = [];
      for (const lane of lanes) {
        if (lastLane >= maxLaneNumber) return;
        const hasRoom = connections.size < maxLanes() - 1;
        if (!hasRoom) close(lane, 'interruption');
        if (!openOne()) return;
        if (hasRoom) replaced.push(lane);
      }
    },
    close,
    isUsedUp: () => lastLane >= maxLaneNumber && connections.size < wantedLanes() && isAlive(),
    receive(message) {
      connections.get(message.lane)?.connection.receive(message);
    },
    signalOver(channel) {
      signalChannel = channel;
    },
    stop() {
      signalChannel = null;
      for (const { connection } of connections.values()) {
        connection.close();
        budget.release();
      }
      connections.clear();
    },
  };
};
