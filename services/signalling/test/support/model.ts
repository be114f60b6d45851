import fc from 'fast-check';
import { createWorld, type Client, type Message, type WorldPod } from './world.js';

/**
 * Random sequences on three pods, checked against a model: several clients, two shares of few places, racing joins, valid
 * and malformed frames, crashes, broker outages, and frames between two pods that are late or lost.
 */
export interface Step {
  op:
    | 'connect'
    | 'join'
    /** `connect` and `join`. */
    | 'enter'
    | 'relay'
    | 'garbage'
    | 'ping'
    | 'drop'
    | 'crash'
    | 'cut'
    | 'restore'
    | 'cut-link'
    | 'hold-link'
    | 'restore-links'
    | 'revoke'
    | 'settle'
    | 'answer'
    | 'deliver'
    | 'pass';
  /** Choices, taken modulo the number of options. */
  x: number;
  y: number;
  z: number;
  text: string;
}

const ops: readonly { weight: number; op: Step['op'] }[] = [
  { weight: 3, op: 'connect' },
  { weight: 6, op: 'join' },
  { weight: 14, op: 'enter' },
  { weight: 40, op: 'relay' },
  { weight: 2, op: 'garbage' },
  { weight: 3, op: 'ping' },
  { weight: 4, op: 'drop' },
  { weight: 2, op: 'crash' },
  { weight: 2, op: 'cut' },
  { weight: 2, op: 'restore' },
  { weight: 3, op: 'cut-link' },
  { weight: 3, op: 'hold-link' },
  { weight: 3, op: 'restore-links' },
  { weight: 1, op: 'revoke' },
  { weight: 6, op: 'settle' },
  { weight: 12, op: 'answer' },
  { weight: 12, op: 'deliver' },
  { weight: 3, op: 'pass' },
];

export const step: fc.Arbitrary<Step> = fc.record({
  op: fc.oneof(...ops.map(({ weight, op }) => ({ weight, arbitrary: fc.constant(op) }))),
  x: fc.nat(1_000),
  y: fc.nat(1_000),
  z: fc.nat(1_000),
  text: fc.oneof(fc.string({ maxLength: 30 }), fc.json({ maxDepth: 2 })),
});

const shares = ['s', 't'];
const peerIds = ['p', 'q', 'r'];
const credentials = ['owner', 'guest', 'guest:x', 'guest:y', 'wrong'];
const relayed = ['offer', 'answer', 'ice-candidate'];
const networks = ['192.0.2.1', '198.51.100.1'];
const podIds = ['a', 'b', 'c'];
const maxClients = 12;
/** Fewer than there are peer IDs. */
const receiversPerRoom = 2;

interface Author {
  shareId: string;
  peerId: string;
  role: string;
}

/** Identity of a client, from its `joined` frame. */
const identityOf = (client: Client): Author | undefined => {
  const joined = client.received.find(({ type }) => type === 'joined');
  if (!joined) return undefined;
  const { role } = joined.payload as { role: string };
  return { shareId: joined.shareId, peerId: joined.peerId, role };
};

/** The peers of a client, from the frames it received. */
const knownPeers = (client: Client): string[] => {
  const peers = new Set<string>();
  for (const { type, peerId, payload } of client.received) {
    if (type === 'joined') {
      for (const peer of (payload as { peers: { peerId: string }[] }).peers) peers.add(peer.peerId);
    } else if (type === 'peer-joined') {
      if (peers.has(peerId)) throw new Error('peer-joined for a present peer');
      peers.add(peerId);
    } else if (type === 'peer-left' && !peers.delete(peerId)) {
      throw new Error('peer-left for an absent peer');
    }
  }
  return [...peers].sort();
};

const pick = <Item>(items: readonly Item[], n: number): Item | undefined => items[n % items.length];

/** Steps left out of a kind of run, because the repair that follows them could hide a mistake. */
const excluded: Readonly<Record<RunKind, readonly Step['op'][]>> = {
  calm: ['cut', 'crash', 'cut-link'],
  'lost-frames': ['cut', 'crash'],
  failures: [],
};
export const runKinds = ['calm', 'lost-frames', 'failures'] as const;
type RunKind = (typeof runKinds)[number];

export const runModel = async (steps: readonly Step[], kind: RunKind): Promise<number> => {
  const rate = { messagesPerSecond: 1e9, messageBurst: 1e9 };
  const world = createWorld({ rate, receiversPerRoom });
  const pods: WorldPod[] = podIds.map(world.startPod);
  await world.pass(1_000);
  let clients: { client: Client; pod: WorldPod; checked: number }[] = [];
  const authors = new Map<number, Author>();
  const delivered = new Set<number>();
  let sent = 0;

  /** A message reaches only the other role of its room, once, with its author's IDs. */
  const checkMessage = (client: Client, message: Message) => {
    const self = identityOf(client);
    if (message.type === 'error' && !self) return;
    if (!self) throw new Error(`${message.type} to a client that has not joined`);
    if (message.shareId !== self.shareId) throw new Error(`${message.type} of another share`);
    if (!relayed.includes(message.type)) return;
    const { n } = message.payload as { n: number };
    const author = authors.get(n);
    if (!author) throw new Error('a message that was not sent');
    if (author.shareId !== self.shareId) throw new Error('a message from another room');
    if (author.role === self.role) throw new Error(`a message from ${author.role} to ${self.role}`);
    if (author.peerId !== message.peerId) throw new Error('a message with a wrong peer ID');
    if (delivered.has(n)) throw new Error('a duplicate message');
    delivered.add(n);
  };
  const check = () => {
    for (const entry of clients) {
      const { received } = entry.client;
      for (; entry.checked < received.length; entry.checked += 1) {
        checkMessage(entry.client, received[entry.checked] as Message);
      }
    }
    clients = clients.filter(({ client }) => client.closed === undefined);
  };

  const sendRelay = (client: Client, type: string | undefined, to: string | undefined) => {
    const author = identityOf(client);
    const n = (sent += 1);
    if (author) authors.set(n, author);
    const frame = { type, shareId: author?.shareId ?? 's', peerId: 'forged', payload: { n }, to };
    client.send(frame);
    return n;
  };

  const connect = (y: number, z: number): Client | undefined => {
    const pod = pods[y % pods.length] as WorldPod;
    if (clients.length >= maxClients) return undefined;
    const client = world.connect(pod, pick(networks, z));
    clients.push({ client, pod, checked: 0 });
    return client;
  };
  const join = (client: Client | undefined, y: number, z: number) =>
    client?.send({
      type: 'join',
      shareId: pick(shares, y),
      peerId: pick(peerIds, z),
      password: pick(credentials, y + z),
    });
  /** Any other frame before the join closes the socket, so most are sent after it. */
  const pickAuthor = (x: number, y: number): Client | undefined => {
    const entered = clients.filter(({ client }) => identityOf(client));
    return pick(y % 8 ? entered : clients, x)?.client;
  };

  const perform = async ({ op, x, y, z, text }: Step): Promise<void> => {
    const client = op === 'relay' || op === 'ping' ? pickAuthor(x, y) : pick(clients, x)?.client;
    switch (op) {
      case 'connect':
        connect(y, z);
        return;
      case 'join':
        join(client, y, z);
        return;
      case 'enter':
        join(connect(x, x), y, z);
        return;
      case 'relay':
        if (client) sendRelay(client, pick(relayed, y), z % 2 ? pick(peerIds, z) : undefined);
        return;
      case 'garbage':
        client?.send(text);
        return;
      case 'ping':
        client?.send({ type: 'ping', shareId: pick(shares, y), payload: text });
        return;
      case 'drop':
        client?.drop();
        return;
      case 'crash': {
        const at = y % pods.length;
        pods[at]?.crash();
        pods[at] = world.startPod(podIds[at] ?? '');
        return;
      }
      case 'cut':
        world.broker.cut();
        return;
      case 'restore':
        world.broker.restore();
        return;
      case 'cut-link':
        world.broker.cutLink(pick(podIds, y) ?? '', pick(podIds, z) ?? '');
        return;
      case 'hold-link':
        world.broker.holdLink(pick(podIds, y) ?? '', pick(podIds, z) ?? '');
        return;
      case 'restore-links':
        world.broker.restoreLinks();
        return;
      case 'revoke':
        for (const { pod } of pods)
          pod.revokeShare(pick(shares, y) ?? '', { atMs: world.now(), epoch: undefined });
        world.sleep(1);
        return;
      case 'settle':
        await world.settle();
        return;
      case 'answer':
        // Delivers verdicts, and nothing on the broker.
        await new Promise((resolve) => setImmediate(resolve));
        return;
      case 'deliver':
        for (let n = 0; n <= y % 4; n += 1) world.broker.deliverOne();
        return;
      case 'pass':
        await world.pass(250 * (1 + (y % 20)));
    }
  };

  for (const one of steps) {
    if (excluded[kind].includes(one.op)) continue;
    await perform(one);
    check();
  }

  // After recovery, all members of a room reach their counterparts.
  world.broker.restore();
  world.broker.restoreLinks();
  await world.pass(15_000);
  check();
  const members = clients.flatMap(({ client }) => {
    const self = identityOf(client);
    return self ? [{ client, self }] : [];
  });
  for (const shareId of shares) {
    const inRoom = members.filter(({ self }) => self.shareId === shareId);
    const senders = inRoom.filter(({ self }) => self.role === 'sender');
    const names = inRoom.map(({ self }) => self.peerId);
    if (senders.length > 1) throw new Error('two senders in one room');
    if (inRoom.length - senders.length > receiversPerRoom) throw new Error('too many receivers');
    if (new Set(names).size < names.length) throw new Error('a duplicate peer ID in one room');
    for (const { client, self } of inRoom) {
      const there = inRoom.filter(({ self: other }) => other.role !== self.role);
      const expected = there.map(({ self: other }) => other.peerId).sort();
      if (knownPeers(client).join() !== expected.join()) {
        throw new Error(`${self.role} ${self.peerId} knows ${knownPeers(client).join()}`);
      }
    }
    const [sender] = senders;
    if (!sender) continue;
    for (const receiver of inRoom.filter(({ self }) => self.role === 'receiver')) {
      const toReceiver = sendRelay(sender.client, 'offer', receiver.self.peerId);
      const toSender = sendRelay(receiver.client, 'answer', undefined);
      await world.settle();
      check();
      if (!delivered.has(toReceiver)) throw new Error('the receiver was not reached');
      if (!delivered.has(toSender)) throw new Error('the sender was not reached');
    }
  }

  // After the last client has left, no state remains.
  for (const { client } of clients) client.drop();
  await world.settle();
  for (const { pod } of pods) {
    if (pod.connectionCount() + pod.roomCount() > 0)
      throw new Error('a room or connection remains');
  }
  return sent;
};
