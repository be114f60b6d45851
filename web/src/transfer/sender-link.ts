/** Sender's shell around one receiver: connection, transfer, statistics; makes a new connection after a loss. */
import type { EngineError, ReceiverLink, TransferReport } from './api.js';
import { LINK_STATS_EVERY, LINGER_MS, RELINK_DELAY_MS, STATS_INTERVAL_MS } from './constants.js';
import type { EngineEnv, TimerId } from './env.js';
import type { FileSource } from './file-source.js';
import { INITIAL_LINK, isFinished, next, type LinkInput, type LinkState } from './link-machine.js';
import { UNKNOWN_LINK, type LinkStats } from './link-stats.js';
import { createOutgoing, type Outgoing, type OutgoingEvent } from './outgoing.js';
import { createPeerLink, type LinkEvent, type PeerLink } from './peer-link.js';
import { composeReport } from './report.js';
import type { Signal } from './signalling-messages.js';
import { createSpeedMeter, describeProgress } from './stats.js';

export interface SenderLinkOptions {
  peerId: string;
  shareId: string;
  source: FileSource;
  env: EngineEnv;
  iceServers(): Promise<RTCIceServer[]>;
  send(signal: Signal): void;
  onChange(when: 'now' | 'frame'): void;
  onReport(report: TransferReport): void;
}

export interface SenderLink {
  view(): ReceiverLink;
  receive(signal: Signal): void;
  /** The receiver is in the room and has no working channel: connect again, at once. */
  reconnect(): void;
  isChannelOpen(): boolean;
  isFinished(): boolean;
  pause(): void;
  resume(): void;
  fail(error: EngineError): void;
  close(reason: string): void;
}

export function createSenderLink(options: SenderLinkOptions): SenderLink {
  const { source, env } = options;
  const { clock } = env;
  const meter = createSpeedMeter();
  let machine: LinkState = INITIAL_LINK;
  let link: PeerLink | null = null;
  let outgoing: Outgoing | null = null;
  let stats: LinkStats = UNKNOWN_LINK;
  let startedAt: Date | null = null;
  let isPauseWanted = false;
  let isClosed = false;
  let ticks = 0;
  let lastBytes = 0;
  /** Goes up with every connection; what an older one still reports is ignored. */
  let generation = 0;
  let relinkTimer: TimerId | undefined;
  let tickTimer: TimerId | undefined;

  const apply = (input: LinkInput): void => {
    const before = machine;
    machine = next(machine, input);
    if (before !== machine) options.onChange('now');
  };

  const dropConnection = (): void => {
    generation += 1;
    clock.clearTimeout(relinkTimer);
    clock.clearTimeout(tickTimer);
    outgoing?.stop();
    outgoing = null;
    link?.close();
    link = null;
  };

  /** The last message (an error, a cancellation) leaves before the connection does. */
  const lingerAndDrop = (): void => {
    clock.clearTimeout(tickTimer);
    const own = generation;
    relinkTimer = clock.setTimeout(() => {
      if (generation === own) dropConnection();
    }, LINGER_MS);
  };

  const refreshStats = async (): Promise<void> => {
    const current = link;
    if (current === null) return;
    const fresh = await current.stats();
    if (current === link && fresh.connectionType !== 'unknown') stats = fresh;
  };

  const tick = (): void => {
    tickTimer = clock.setTimeout(tick, STATS_INTERVAL_MS);
    const bytes = outgoing?.bytesSent() ?? 0;
    if (machine.state === 'paused') meter.reset(clock.now(), bytes);
    else meter.sample(clock.now(), bytes);
    if (bytes > lastBytes) apply({ type: 'progressed' });
    lastBytes = bytes;
    if (ticks++ % LINK_STATS_EVERY === 0) void refreshStats();
    options.onChange('frame');
  };

  const report = async (): Promise<void> => {
    const completedAt = env.wallClock();
    await refreshStats();
    options.onReport(
      composeReport({
        shareId: options.shareId,
        link: stats,
        bytesTransferred: source.totalBytes,
        startedAt: startedAt ?? completedAt,
        completedAt,
        device: env.device,
      }),
    );
    options.onChange('now');
  };

  const onOutgoing = (event: OutgoingEvent): void => {
    switch (event.type) {
      case 'started':
        startedAt ??= env.wallClock();
        lastBytes = outgoing?.bytesSent() ?? 0;
        meter.reset(clock.now(), lastBytes);
        apply(event);
        if (isPauseWanted) apply({ type: 'paused', isPaused: true });
        return;
      case 'paused':
        apply(event);
        return;
      case 'completed':
        clock.clearTimeout(tickTimer);
        apply(event);
        void report();
        return;
      case 'failed':
        apply(event);
        lingerAndDrop();
    }
  };

  const lose = (): void => {
    if (isFinished(machine)) return;
    dropConnection();
    apply({ type: 'lost' });
    if (machine.state !== 'retrying') return;
    relinkTimer = clock.setTimeout(connect, RELINK_DELAY_MS * machine.attempt);
  };

  const onLink = (event: LinkEvent): void => {
    switch (event.type) {
      case 'channel-open':
        apply({ type: 'channel-open' });
        outgoing = createOutgoing({
          channel: event.channel,
          source,
          env,
          maxMessageBytes: link?.maxMessageBytes() ?? 0,
          onEvent: onOutgoing,
        });
        if (isPauseWanted) outgoing.pause();
        outgoing.start();
        tick();
        return;
      case 'path':
        apply(event);
        return;
      case 'channel-closed':
      case 'unreachable':
        lose();
    }
  };

  function connect(): void {
    if (isClosed || isFinished(machine)) return;
    dropConnection();
    const own = generation;
    void options.iceServers().then((iceServers) => {
      if (isClosed || generation !== own) return;
      const created = createPeerLink({
        role: 'offer',
        iceServers,
        env,
        send: options.send,
        onEvent: (event) => {
          if (generation === own) onLink(event);
        },
      });
      link = created;
      created.start();
    });
  }

  connect();

  return {
    view: () => ({
      peerId: options.peerId,
      state: machine.state,
      stats: describeProgress(
        machine.state === 'completed' ? source.totalBytes : (outgoing?.bytesSent() ?? lastBytes),
        source.totalBytes,
        machine.state === 'sending' ? meter.bytesPerSecond() : 0,
        machine.state === 'completed',
      ),
      connectionType: stats.connectionType,
      isVerified: machine.state === 'completed' && machine.isVerified,
      error: machine.state === 'error' ? machine.error : null,
    }),
    receive(signal) {
      link?.receive(signal);
    },
    reconnect: connect,
    isChannelOpen: () => link?.isChannelOpen() === true,
    isFinished: () => isFinished(machine),
    pause() {
      isPauseWanted = true;
      outgoing?.pause();
    },
    resume() {
      isPauseWanted = false;
      outgoing?.resume();
    },
    fail(error) {
      apply({ type: 'failed', error });
      outgoing?.cancel(error.code);
      lingerAndDrop();
    },
    close(reason) {
      if (isClosed) return;
      if (!isFinished(machine)) outgoing?.cancel(reason);
      isClosed = true;
      lingerAndDrop();
    },
  };
}
