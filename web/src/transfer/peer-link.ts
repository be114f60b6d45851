/**
 * One peer connection to one counterpart, kept alive.
 *
 *     sender (offers)                       receiver (answers)
 *       │ createDataChannel fileTransfer        │
 *       │ offer  ───────────────────────────▶   │  re-sent every 3 s until answered
 *       │ ◀───────────────────────────  answer  │  the same offer again → the same answer again
 *       │ ⇄ candidates as they are found (queued before the remote description)
 *
 * ICE `disconnected` for 5 s, or `failed`: the offering side restarts ICE on the same connection, so the
 * data channel and everything queued on it survive. Only when that stays without effect is the link given
 * up (`unreachable`) and the session makes a new one.
 */
import {
  ANSWERER_PATIENCE_MS,
  CHANNEL_LABEL,
  CHANNEL_OPEN_DEADLINE_MS,
  DISCONNECTED_RESTART_MS,
  MAX_MESSAGE_BYTES,
  MAX_RESTARTS,
  MAX_SIGNAL_RESENDS,
  MIN_MESSAGE_BYTES,
  MIN_RESTART_GAP_MS,
  RESTART_DEADLINE_MS,
  SIGNAL_ACK_MS,
} from './constants.js';
import type { EngineError } from './api.js';
import type { EngineEnv, TimerId } from './env.js';
import { readLinkStats, UNKNOWN_LINK, type LinkStats } from './link-stats.js';
import { engineError } from './messages.js';
import {
  pushBounded,
  type CandidatePayload,
  type SdpPayload,
  type Signal,
} from './signalling-messages.js';

export type LinkEvent =
  | { type: 'channel-open'; channel: RTCDataChannel }
  | { type: 'channel-closed' }
  /** The path is interrupted or back; the channel is still there. */
  | { type: 'path'; isUp: boolean }
  /** Nothing helps: make a new link. */
  | { type: 'unreachable'; error: EngineError };

export interface PeerLinkOptions {
  role: 'offer' | 'answer';
  iceServers: RTCIceServer[];
  env: EngineEnv;
  send(signal: Signal): void;
  onEvent(event: LinkEvent): void;
}

export interface PeerLink {
  /** Offering side: open the channel and send the offer. */
  start(): void;
  receive(signal: Signal): void;
  /** True when an offer continues this connection (ICE restart) rather than beginning another. */
  isContinuedBy(offer: SdpPayload): boolean;
  isChannelOpen(): boolean;
  /** Bytes per message that both SCTP stacks take, header included. */
  maxMessageBytes(): number;
  stats(): Promise<LinkStats>;
  close(): void;
}

const fingerprintOf = (sdp: string): string => /^a=fingerprint:(.*)$/m.exec(sdp)?.[1]?.trim() ?? '';

export function createPeerLink(options: PeerLinkOptions): PeerLink {
  const { role, env, onEvent } = options;
  const { clock } = env;
  const peer = env.createPeerConnection({ iceServers: options.iceServers });
  let connection = role === 'offer' ? env.randomId() : undefined;
  let channel: RTCDataChannel | null = null;
  let isClosed = false;
  let isUp = false;
  let restarts = 0;
  let lastRestartMs = -Infinity;
  let remoteFingerprint = '';
  let currentOffer: SdpPayload | null = null;
  let lastAnswer: SdpPayload | null = null;
  let resends = 0;
  let hasRemote = false;
  let early: CandidatePayload[] = [];
  /** Descriptions are applied one after the other. */
  let work: Promise<void> = Promise.resolve();
  let recoverTimer: TimerId | undefined;
  let ackTimer: TimerId | undefined;
  let openTimer: TimerId | undefined;

  const giveUp = (error: EngineError): void => {
    if (isClosed) return;
    close();
    onEvent({ type: 'unreachable', error });
  };
  const enqueue = (step: () => Promise<void>, onError: () => EngineError | null): void => {
    work = work.then(async () => {
      if (isClosed) return;
      try {
        await step();
      } catch {
        const error = onError();
        // `isClosed` may have changed during the step; giveUp looks again.
        if (error !== null) giveUp(error);
      }
    });
  };

  const resend = (signal: () => Signal | null): void => {
    clock.clearTimeout(ackTimer);
    ackTimer = clock.setTimeout(() => {
      const due = signal();
      if (due === null || isClosed) return;
      resends += 1;
      if (resends > MAX_SIGNAL_RESENDS) return;
      options.send(due);
      resend(signal);
    }, SIGNAL_ACK_MS);
  };

  const sendOffer = async (iceRestart: boolean): Promise<void> => {
    // An unanswered offer is withdrawn by making a new one: allowed in have-local-offer.
    const offer = await peer.createOffer({ iceRestart });
    await peer.setLocalDescription(offer);
    const sdp = peer.localDescription?.sdp ?? offer.sdp ?? '';
    currentOffer = { sdp, connection, offerId: env.randomId() };
    resends = 0;
    options.send({ type: 'offer', payload: currentOffer });
    resend(() => (currentOffer === null ? null : { type: 'offer', payload: currentOffer }));
  };

  const restart = (): void => {
    clock.clearTimeout(recoverTimer);
    if (isClosed || role !== 'offer') return;
    const gapMs = clock.now() - lastRestartMs;
    if (gapMs < MIN_RESTART_GAP_MS) {
      recoverTimer = clock.setTimeout(restart, MIN_RESTART_GAP_MS - gapMs);
      return;
    }
    restarts += 1;
    if (restarts > MAX_RESTARTS) {
      giveUp(engineError('peer-unreachable'));
      return;
    }
    lastRestartMs = clock.now();
    enqueue(
      () => sendOffer(true),
      () => engineError('offer-failed'),
    );
    recoverTimer = clock.setTimeout(restart, RESTART_DEADLINE_MS);
  };

  /** What to do about a broken path: the offering side restarts, the other waits for that. */
  const recoverAfter = (offererDelayMs: number): void => {
    clock.clearTimeout(recoverTimer);
    if (role === 'offer') {
      if (offererDelayMs === 0) restart();
      else recoverTimer = clock.setTimeout(restart, offererDelayMs);
      return;
    }
    recoverTimer = clock.setTimeout(() => {
      giveUp(engineError('peer-unreachable'));
    }, ANSWERER_PATIENCE_MS);
  };

  const setPath = (up: boolean): void => {
    if (up) {
      restarts = 0;
      clock.clearTimeout(recoverTimer);
    }
    if (up === isUp) return;
    isUp = up;
    onEvent({ type: 'path', isUp: up });
  };

  const onIceState = (): void => {
    if (isClosed) return;
    switch (peer.iceConnectionState) {
      case 'connected':
      case 'completed':
        setPath(true);
        return;
      case 'disconnected':
        setPath(false);
        recoverAfter(DISCONNECTED_RESTART_MS);
        return;
      case 'failed':
        setPath(false);
        recoverAfter(0);
        return;
      case 'new':
      case 'checking':
      case 'closed':
    }
  };

  const adopt = (opened: RTCDataChannel): void => {
    channel = opened;
    opened.binaryType = 'arraybuffer';
    const onOpen = (): void => {
      clock.clearTimeout(openTimer);
      if (!isClosed) onEvent({ type: 'channel-open', channel: opened });
    };
    opened.addEventListener('close', () => {
      if (!isClosed) onEvent({ type: 'channel-closed' });
    });
    if (opened.readyState === 'open') onOpen();
    else opened.addEventListener('open', onOpen, { once: true });
  };

  const flushCandidates = async (): Promise<void> => {
    hasRemote = true;
    const due = early;
    early = [];
    for (const candidate of due) await addCandidate(candidate);
  };

  /** A candidate that cannot be used costs one path, not the connection. */
  const addCandidate = async (payload: CandidatePayload): Promise<void> => {
    const { candidate, sdpMid, sdpMLineIndex } = payload;
    try {
      await peer.addIceCandidate({ candidate, sdpMid, sdpMLineIndex });
    } catch {
      return;
    }
  };

  const answerOffer = async (offer: SdpPayload): Promise<void> => {
    if (currentOffer?.sdp === offer.sdp && lastAnswer !== null) {
      options.send({ type: 'answer', payload: lastAnswer });
      return;
    }
    currentOffer = offer;
    connection = offer.connection;
    remoteFingerprint = fingerprintOf(offer.sdp);
    lastAnswer = null;
    await peer.setRemoteDescription({ type: 'offer', sdp: offer.sdp });
    await flushCandidates();
    const answer = await peer.createAnswer();
    await peer.setLocalDescription(answer);
    const sdp = peer.localDescription?.sdp ?? answer.sdp ?? '';
    lastAnswer = { sdp, connection, offerId: offer.offerId };
    resends = 0;
    options.send({ type: 'answer', payload: lastAnswer });
    resend(() => (lastAnswer === null || isUp ? null : { type: 'answer', payload: lastAnswer }));
  };

  const takeAnswer = async (answer: SdpPayload): Promise<void> => {
    if (peer.signalingState !== 'have-local-offer') return;
    if (answer.offerId !== undefined && answer.offerId !== currentOffer?.offerId) return;
    clock.clearTimeout(ackTimer);
    currentOffer = null;
    await peer.setRemoteDescription({ type: 'answer', sdp: answer.sdp });
    await flushCandidates();
  };

  const receive = (signal: Signal): void => {
    const isForeign =
      signal.payload.connection !== undefined && signal.payload.connection !== connection;
    switch (signal.type) {
      case 'offer':
        if (role !== 'answer') return;
        enqueue(
          () => answerOffer(signal.payload),
          () =>
            engineError(
              fingerprintOf(signal.payload.sdp) === ''
                ? 'invalid-offer'
                : 'offer-processing-failed',
            ),
        );
        return;
      case 'answer':
        if (role !== 'offer' || isForeign) return;
        enqueue(
          () => takeAnswer(signal.payload),
          () => engineError('answer-processing-failed'),
        );
        return;
      case 'ice-candidate':
        if (role === 'offer' && isForeign) return;
        enqueue(
          async () => {
            if (hasRemote) await addCandidate(signal.payload);
            else pushBounded(early, signal.payload);
          },
          () => null,
        );
    }
  };

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    for (const timer of [recoverTimer, ackTimer, openTimer]) clock.clearTimeout(timer);
    peer.close();
  }

  peer.oniceconnectionstatechange = onIceState;
  peer.onicecandidate = ({ candidate }) => {
    if (candidate === null || candidate === undefined || candidate.candidate === '' || isClosed)
      return;
    const { sdpMid, sdpMLineIndex } = candidate;
    options.send({
      type: 'ice-candidate',
      payload: {
        candidate: candidate.candidate,
        sdpMid: sdpMid ?? null,
        sdpMLineIndex: sdpMLineIndex ?? null,
        connection,
      },
    });
  };
  peer.ondatachannel = ({ channel: offered }) => {
    if (role === 'answer' && channel === null && offered.label === CHANNEL_LABEL) adopt(offered);
  };
  openTimer = clock.setTimeout(() => {
    giveUp(engineError('peer-unreachable'));
  }, CHANNEL_OPEN_DEADLINE_MS);

  return {
    start() {
      adopt(peer.createDataChannel(CHANNEL_LABEL, { ordered: true }));
      enqueue(
        () => sendOffer(false),
        () => engineError('offer-failed'),
      );
    },
    receive,
    isContinuedBy(offer) {
      if (isClosed) return false;
      if (currentOffer === null || offer.sdp === currentOffer.sdp) return true;
      if (offer.connection !== undefined) return offer.connection === connection;
      return fingerprintOf(offer.sdp) === remoteFingerprint;
    },
    isChannelOpen: () => !isClosed && channel?.readyState === 'open',
    maxMessageBytes() {
      const agreed = peer.sctp?.maxMessageSize ?? MAX_MESSAGE_BYTES;
      return Math.max(MIN_MESSAGE_BYTES, Math.min(agreed, MAX_MESSAGE_BYTES));
    },
    async stats() {
      try {
        return readLinkStats((await peer.getStats()) as unknown as Iterable<[string, unknown]>);
      } catch {
        return UNKNOWN_LINK;
      }
    },
    close,
  };
}
