/** A signalling server in memory, after docs/protocol.md: one room per share, directed relay. */

import type { PeerRole } from '../../signalling/messages.js';
import { createLatch } from '../../support/latch.js';

interface Frame {
  type: string;
  shareId: string;
  peerId: string;
  password?: string;
  payload?: unknown;
  to?: string;
}

interface Member {
  peerId: string;
  shareId: string;
  role: PeerRole;
  socket: HubSocket;
}

/** The part of a browser's WebSocket that clients use; events are delivered asynchronously. */
export class HubSocket {
  readyState = 0;
  /** Its network is gone: it carries nothing more, and neither side is told. */
  isSilent = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly url: string;
  private readonly receive: (socket: HubSocket, text: string) => void;
  private readonly leave: (socket: HubSocket) => void;

  constructor(
    url: string,
    receive: (socket: HubSocket, text: string) => void,
    leave: (socket: HubSocket) => void,
  ) {
    this.url = url;
    this.receive = receive;
    this.leave = leave;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  send(text: string): void {
    queueMicrotask(() => {
      if (this.readyState === 1 && !this.isSilent) this.receive(this, text);
    });
  }

  deliver(frame: object): void {
    setImmediate(() => {
      if (this.readyState === 1 && !this.isSilent)
        this.onmessage?.({ data: JSON.stringify(frame) });
    });
  }

  close(code = 1005, reason = ''): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.leave(this);
    setImmediate(() => this.onclose?.({ code, reason }));
  }
}

export interface SignallingHub {
  connect(url: string): HubSocket;
  /** Closes every socket, as a crashing server does. */
  dropAll(code?: number): void;
  /** Closes the sockets of one role. */
  leave(role: PeerRole, code?: number): void;
  /** The sockets of one role, or of both, carry nothing more, as after a change of network. */
  silence(role?: PeerRole): void;
  /** While false, new sockets get no answer. */
  setReachable(isReachable: boolean): void;
  /** Announces departures only when the returned function is called, as across servers. */
  holdDepartures(): () => void;
  /**
   * Answers joins without the others, as a server does before it has learned of them; the returned function announces
   * them.
   */
  holdPeers(): () => void;
  members(role: PeerRole): number;
  /** Resolves once a member of this role has joined. */
  joined(role: PeerRole): Promise<void>;
  /** Frames relayed so far. */
  relayed: { type: string; from: string; to: string }[];
}

export const receiverPassword = 'correct horse';

/** A join without a password is admitted as the owner's (session cookie), one with the right password as a receiver's. */
export const createSignallingHub = (): SignallingHub => {
  const members = new Map<HubSocket, Member>();
  const sockets = new Set<HubSocket>();
  const relayed: SignallingHub['relayed'] = [];
  const arrived = createLatch();
  let isReachable = true;
  let departures: Member[] | null = null;
  /** Members that joined while the others were held. */
  let uninformed: Member[] | null = null;

  const others = (self: Member): Member[] =>
    [...members.values()].filter(
      (member) => member.shareId === self.shareId && member.role !== self.role,
    );
  const announce = (self: Member, type: 'peer-joined' | 'peer-left'): void => {
    const { peerId, role, shareId } = self;
    for (const other of others(self))
      other.socket.deliver({ type, shareId, peerId, payload: { peerId, role } });
  };
  const inform = (self: Member): void => {
    for (const { peerId, role, shareId } of others(self))
      self.socket.deliver({ type: 'peer-joined', shareId, peerId, payload: { peerId, role } });
  };
  const leave = (socket: HubSocket): void => {
    sockets.delete(socket);
    const self = members.get(socket);
    if (self === undefined) return;
    members.delete(socket);
    if (departures === null) announce(self, 'peer-left');
    else departures.push(self);
  };

  const join = (socket: HubSocket, { shareId, peerId, password }: Frame): void => {
    if (password !== undefined && password !== receiverPassword) {
      const payload = { code: 'access-denied', message: 'Invalid password or expired link.' };
      socket.deliver({ type: 'error', shareId, peerId, payload });
      setImmediate(() => socket.close(4003, 'access denied'));
      return;
    }
    const role: PeerRole = password === undefined ? 'sender' : 'receiver';
    const self = { peerId, shareId, role, socket };
    for (const member of [...members.values()])
      if (
        member.shareId === shareId &&
        (member.peerId === peerId || member.role + role === 'sendersender')
      )
        member.socket.close(member.peerId === peerId ? 4005 : 4005);
    members.set(socket, self);
    const known = uninformed === null ? others(self) : [];
    uninformed?.push(self);
    const peers = known.map((other) => ({ peerId: other.peerId, role: other.role }));
    socket.deliver({ type: 'joined', shareId, peerId, payload: { role, peers } });
    announce(self, 'peer-joined');
    arrived.notify();
  };

  const receive = (socket: HubSocket, text: string): void => {
    const frame = JSON.parse(text) as Frame;
    if (frame.type === 'join') {
      join(socket, frame);
      return;
    }
    const self = members.get(socket);
    if (self === undefined) return;
    if (frame.type === 'ping') {
      socket.deliver({ type: 'ping' });
      return;
    }
    const candidates = others(self);
    const target =
      frame.to === undefined && candidates.length === 1
        ? candidates[0]
        : candidates.find((other) => other.peerId === frame.to);
    if (target === undefined) return;
    relayed.push({ type: frame.type, from: self.peerId, to: target.peerId });
    const { type, payload, shareId } = frame;
    target.socket.deliver({ type, shareId, peerId: self.peerId, payload });
  };

  const count = (role: PeerRole): number =>
    [...members.values()].filter((member) => member.role === role).length;

  return {
    relayed,
    connect(url) {
      const socket = new HubSocket(url, receive, leave);
      sockets.add(socket);
      setImmediate(() => {
        if (isReachable) socket.open();
        else socket.close(1006);
      });
      return socket;
    },
    dropAll(code = 1006) {
      for (const socket of [...sockets]) socket.close(code);
    },
    leave(role, code = 1006) {
      for (const member of [...members.values()])
        if (member.role === role) member.socket.close(code);
    },
    silence(role) {
      for (const member of members.values())
        if (role === undefined || member.role === role) member.socket.isSilent = true;
    },
    setReachable(reachable) {
      isReachable = reachable;
    },
    holdDepartures() {
      departures = [];
      return () => {
        const held = departures ?? [];
        departures = null;
        for (const member of held) announce(member, 'peer-left');
      };
    },
    holdPeers() {
      uninformed = [];
      return () => {
        const held = uninformed ?? [];
        uninformed = null;
        for (const member of held) inform(member);
      };
    },
    members: count,
    async joined(role) {
      while (count(role) === 0) await arrived.next();
    },
  };
};
