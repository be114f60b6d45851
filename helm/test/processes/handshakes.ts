import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Pod } from './kubelet.js';
import type { Load } from './load.js';
import { listen, textFrame, upgrade } from './web-socket.js';

/**
 * Two peers of one share that repeat the handshake of docs/protocol.md:
 *
 *   sender ── offer n ──▶ pod ──(broker)──▶ pod ──▶ receiver
 *   sender ◀── answer n ────────────────────────────┘        then n + 1
 *
 * After close code 1012 (server restarting) a peer reconnects to another pod, and the offer is repeated, as the
 * protocol requires. Any other end of a joined socket, a rejected join, and an error other than an absent peer are
 * failures.
 */
interface Seat {
  shareId: string;
  grant: string;
  /** Index of the ready pod to which it connects first. */
  pod: number;
}

interface Surroundings {
  pods: () => readonly Pod[];
  origin: string;
}

interface Message {
  type: string;
  peerId: string;
  payload?: { sdp?: string; peerId?: string; peers?: { peerId: string }[]; code?: string };
}

const replaced = 1012;
/** Relayed frames are not acknowledged: the offer is repeated until it is answered. */
const repeatAfterMs = 3_000;
/** Well below the rate limit of a socket. */
const paceMs = 100;
/** Errors about an absent peer, and the error frame before a close, whose code decides. */
const passingCodes = new Set([
  ...['no-peer', 'unknown-peer', 'peer-gone', 'peer-unreachable'],
  'draining',
]);

const openPeer = (
  { pods, origin }: Surroundings,
  seat: Seat,
  on: {
    message: (message: Message) => void;
    /** Called when it leaves the room, until the next `joined`. */
    away: () => void;
    fault: (why: string) => void;
  },
) => {
  let socket: Socket | undefined;
  let peerId = '';
  const leaving = new AbortController();
  let returns = 0;
  const send = (frame: object): void => {
    socket?.write(textFrame(JSON.stringify({ shareId: seat.shareId, peerId, ...frame })));
  };

  /** One socket, from the upgrade to its end; resolves with whether it joined, and the close code. */
  const live = async (pod: Pod): Promise<{ wasJoined: boolean; code: number | undefined }> => {
    let wasJoined = false;
    const opened = await upgrade(pod.ip, origin).catch(() => undefined);
    if (!opened) return { wasJoined, code: undefined };
    const ended = listen(opened, (text) => {
      const message = JSON.parse(text) as Message;
      if (message.type === 'joined') wasJoined = true;
      on.message(message);
    });
    // The previous id may still be in use.
    peerId = randomBytes(16).toString('base64url');
    socket = opened;
    send({ type: 'join', grant: seat.grant });
    if (leaving.signal.aborted) opened.destroy();
    const code = await ended;
    socket = undefined;
    on.away();
    return { wasJoined, code };
  };

  /** Reconnects until it leaves; resolves with the failure, if any. */
  const stay = async (visit = 0): Promise<string | undefined> => {
    const pod = pods()[visit === 0 ? seat.pod : 0];
    if (!pod) return 'no pod is ready';
    const { wasJoined, code } = await live(pod);
    if (leaving.signal.aborted) return undefined;
    // A pod that stopped before the join may close the socket without a code.
    const mayReturn = code === replaced || (!wasJoined && !pods().includes(pod));
    if (!mayReturn) return `${pod.name} ended with ${String(code)}`;
    returns += 1;
    return stay(visit + 1);
  };

  const staying = stay().then((why) => {
    if (why !== undefined) on.fault(why);
  });
  return {
    send,
    peerId: () => peerId,
    returns: () => returns,
    leave: async () => {
      leaving.abort();
      socket?.destroy();
      await staying;
    },
  };
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Repeats handshakes until it is stopped. */
const startHandshakes = (options: Surroundings, sender: Seat, receiver: Seat) => {
  const failures: string[] = [];
  const known = new Set<string>();
  let isRunning = true;
  let rounds = 0;
  let wanted = '';
  let settle: () => void = () => undefined;
  const fault = (why: string) => {
    failures.push(why);
    isRunning = false;
    settle();
  };
  const complain = (who: string, { payload }: Message) => {
    if (!passingCodes.has(payload?.code ?? '')) fault(`${who}: ${payload?.code ?? ''}`);
  };

  const offer = () => {
    const to = answering.peerId();
    if (known.has(to)) offering.send({ type: 'offer', to, payload: { sdp: wanted } });
  };
  const answering = openPeer(options, receiver, {
    fault,
    away: () => undefined,
    message: (message) => {
      const { type, payload } = message;
      if (type === 'offer') answering.send({ type: 'answer', payload: { sdp: payload?.sdp } });
      if (type === 'error') complain('receiver', message);
    },
  });
  const offering = openPeer(options, sender, {
    fault,
    away: () => known.clear(),
    message: (message) => {
      const { type, payload } = message;
      if (type === 'error') complain('sender', message);
      if (type === 'answer' && payload?.sdp === wanted) settle();
      for (const { peerId } of payload?.peers ?? []) known.add(peerId);
      if (type === 'peer-left') known.delete(payload?.peerId ?? '');
      if (type === 'peer-joined') known.add(payload?.peerId ?? '');
      if (type === 'peer-joined' || type === 'joined') offer();
    },
  });

  const shakeHands = async (): Promise<void> => {
    while (isRunning) {
      wanted = `${sender.shareId} ${rounds}`;
      const answered = new Promise<void>((resolve) => (settle = resolve));
      offer();
      const repeating = setInterval(offer, repeatAfterMs);
      await answered;
      clearInterval(repeating);
      rounds += 1;
      await pause(paceMs);
    }
  };
  const working = shakeHands();

  return {
    failures,
    rounds: () => rounds,
    /** How often each side reconnected to another pod. */
    returns: () => ({ sender: offering.returns(), receiver: answering.returns() }),
    /** Resolves after `count` more handshakes, or after a failure. */
    more: async (count: number): Promise<void> => {
      for (const goal = rounds + count; rounds < goal && isRunning;) await pause(20);
    },
    stop: async (): Promise<void> => {
      isRunning = false;
      settle();
      await working;
      await Promise.all([offering.leave(), answering.leave()]);
    },
  };
};

/** Pairs across the first two pods in both directions, and one with both peers on the first. */
export const startCouples = (
  surroundings: Surroundings,
  load: Pick<Load, 'createShare' | 'grantsFor'>,
) =>
  Promise.all(
    [
      { sender: 0, receiver: 1 },
      { sender: 1, receiver: 0 },
      { sender: 0, receiver: 0 },
    ].map(async (pod) => {
      const share = await load.createShare();
      const grants = await load.grantsFor(share);
      const seat = (role: 'sender' | 'receiver'): Seat => ({
        shareId: share.shareId,
        grant: grants[role],
        pod: pod[role],
      });
      return startHandshakes(surroundings, seat('sender'), seat('receiver'));
    }),
  );
