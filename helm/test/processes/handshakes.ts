import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Pod } from './kubelet.js';
import type { Load } from './load.js';
import { listen, textFrame, upgrade } from './web-socket.js';

/**
 * Two peers of one share that shake hands again and again, as docs/protocol.md asks of them:
 *
 *   sender ── offer n ──▶ pod ──(broker)──▶ pod ──▶ receiver
 *   sender ◀── answer n ────────────────────────────┘        then n + 1
 *
 * A socket that is told that its server is being replaced (1012) comes back at another pod, and what was on its
 * way is said again: that is the protocol, no failure. Any other end of a joined socket, a join that is refused
 * and an error that is not about somebody who is away are failures.
 */
interface Seat {
  shareId: string;
  grant: string;
  /** Which of the ready pods it takes first. */
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
/** Nothing confirms a relayed frame: without an answer the offer is said again. */
const repeatAfterMs = 3_000;
/** Well below what one socket may send. */
const paceMs = 100;
/** About somebody who is away, or a word before the close, whose code then decides. */
const passingCodes = new Set([
  ...['no-peer', 'unknown-peer', 'peer-gone', 'peer-unreachable'],
  'draining',
]);

const openPeer = (
  { pods, origin }: Surroundings,
  seat: Seat,
  on: {
    message: (message: Message) => void;
    /** Out of the room, until the next `joined`. */
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

  /** From the upgrade to the end; resolves with whether it was in the room, and the close code. */
  const live = async (pod: Pod): Promise<{ wasJoined: boolean; code: number | undefined }> => {
    let wasJoined = false;
    const opened = await upgrade(pod.ip, origin).catch(() => undefined);
    if (!opened) return { wasJoined, code: undefined };
    const ended = listen(opened, (text) => {
      const message = JSON.parse(text) as Message;
      if (message.type === 'joined') wasJoined = true;
      on.message(message);
    });
    // An old id could still be taken for a moment.
    peerId = randomBytes(16).toString('base64url');
    socket = opened;
    send({ type: 'join', grant: seat.grant });
    if (leaving.signal.aborted) opened.destroy();
    const code = await ended;
    socket = undefined;
    on.away();
    return { wasJoined, code };
  };

  /** One visit after the other until it leaves; resolves with what went wrong. */
  const stay = async (visit = 0): Promise<string | undefined> => {
    const pod = pods()[visit === 0 ? seat.pod : 0];
    if (!pod) return 'no pod is ready';
    const { wasJoined, code } = await live(pod);
    if (leaving.signal.aborted) return undefined;
    // One that went away before we were in may do so without a word.
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

/** Shakes hands until it is stopped. */
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
    /** How often each side was sent to another pod. */
    returns: () => ({ sender: offering.returns(), receiver: answering.returns() }),
    /** Resolves after so many more handshakes, and also when there will be none. */
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

/** Couples across the first two pods in both directions, and one with both ends on the first. */
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
