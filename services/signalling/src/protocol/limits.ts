import { signallingLimits } from '@tandem/proto/browser/signalling-limits';

/** Every limit of a socket: those of the contract with clients, and the server's own. */
export const limits = {
  ...signallingLimits,
  /**
   * A sender has the burst of this many receivers at least: it sends its queue right after `joined`, when the receivers
   * on other pods are not known yet.
   */
  minBurstReceivers: 4,
  /** Receivers in one room, besides its one sender. */
  receiversPerRoom: 32,
  /** Open sockets of one network (`networkKey`); an office or a carrier can share one IPv4 address. */
  socketsPerNetwork: 512,
  /** Time from the join of a recipient that only checks the connection to the close of its socket. */
  checkCloseMs: signallingLimits.checkMs + 5_000,
  /** Bytes queued for a client that does not read. */
  backpressureBytes: 256 * 1024,
} as const;

export const roomJoinRate = {
  perSecond: limits.roomJoinsPerSecond,
  burst: limits.roomJoinBurst,
} as const;

/** Joins of one network. They grow in proportion with a socket limit above the default. */
export const joinRateFor = (socketsPerNetwork: number) => {
  const scale = Math.max(1, socketsPerNetwork / limits.socketsPerNetwork);
  return { perSecond: scale * limits.joinsPerSecond, burst: scale * limits.joinBurst };
};

/**
 * Limits that uWebSockets.js enforces with close code 1006 and no reason. They exceed `limits`, so that a client receives
 * an error frame first.
 */
export const hardLimits = {
  frameBytes: 2 * limits.frameBytes,
  backpressureBytes: limits.backpressureBytes + limits.frameBytes,
} as const;
