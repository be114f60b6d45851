import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { Page, WebSocketRoute } from '@playwright/test';
import { Bottleneck, type LineCounts, type LineQuality } from './bottleneck.js';

/**
 * A network between two browsers that a test can cut, slow down and make lossy. Every UDP candidate of a browser gets
 * a stand-in here, and the other browser receives the address of the stand-in only:
 *
 *     browser A (a) ─▶ stand-in of b ─▶ browser B (b)      B sees the datagram come from the stand-in of a
 *
 * so that no datagram bypasses it and both sides use an ordinary direct connection.
 */
export interface Network {
  /** Routes this page's connections through the network. Call for both sides, before the first navigation. */
  carry(page: Page): Promise<void>;
  /** Drops every datagram from now on. */
  cut(): void;
  /** Cuts after this many more bytes; resolves at the cut. */
  cutAfter(bytes: number): Promise<void>;
  /** Ends the cut. */
  heal(): void;
  /**
   * Ends the cut, but loses the first full packet of the connection that has carried most: the retransmission which
   * SCTP's timer may be about to send. The timer then starts again.
   */
  healWithoutRetransmission(): void;
  /**
   * Simulates a change of network: all current addresses and web sockets go silent without being closed; new ones
   * work.
   */
  change(): void;
  /** Changes after this many more bytes; resolves at the change. */
  changeAfter(bytes: number): Promise<void>;
  /** Gives both directions this quality; all connections of a direction share its bottleneck. */
  degrade(quality: LineQuality): void;
  /** Counts of both directions; the direction that carried more comes first. */
  counts(): LineCounts[];
  close(): Promise<void>;
}

interface Address {
  ip: string;
  port: number;
}

interface StandIn {
  socket: Socket;
  real: Address;
  /** Number of the network; only the newest carries datagrams. */
  era: number;
  /** Direction of datagrams received here: 0 from the first page, 1 to it. */
  direction: 0 | 1;
  receivedBytes: number;
}

const keyOf = ({ ip, port }: Address): string => `${ip}:${port}`;
const bufferBytes = 4 * 1024 * 1024;
/** Datagrams with file content are longer, those of ICE and acknowledgements shorter. */
const fullPacketBytes = 1_000;

const closeAs = (socket: WebSocketRoute, code = 1000, reason = ''): Promise<void> =>
  socket.close({ code, reason });

const bindBeside = async (ip: string): Promise<Socket> => {
  const socket = createSocket({
    type: 'udp4',
    recvBufferSize: bufferBytes,
    sendBufferSize: bufferBytes,
  });
  socket.bind(0, ip);
  await once(socket, 'listening');
  return socket;
};

/** `candidate:1 1 udp 2122260223 192.0.2.7 54321 typ host …`; null for a candidate that cannot be carried. */
const addressOf = (candidate: string): Address | null => {
  const [, , protocol = '', , ip = '', port = ''] = candidate.split(' ');
  const isCarried = protocol.toLowerCase() === 'udp' && /^[\d.]+$/.test(ip);
  return isCarried ? { ip, port: Number(port) } : null;
};

class UdpNetwork implements Network {
  readonly #standIns = new Map<string, Promise<StandIn>>();
  readonly #ready = new Map<string, StandIn>();
  readonly #lines = [new Bottleneck(), new Bottleneck()] as const;
  readonly #pages: Page[] = [];
  #era = 0;
  #isCut = false;
  /** Loses its next full packet. */
  #losing: StandIn | null = null;
  #due: { bytes: number; act: () => void } | null = null;

  async carry(page: Page): Promise<void> {
    const direction = this.#pages.length === 0 ? 0 : 1;
    this.#pages.push(page);
    await page.exposeFunction('standInFor', (candidate: string) =>
      this.#rewrite(candidate, direction),
    );
    await page.addInitScript(carryCandidates);
    await page.routeWebSocket(/\/ws\?/, (socket) => this.#carrySocket(socket));
  }

  change(): void {
    this.#era += 1;
  }

  /** A vanished network carries neither messages nor close frames. */
  #carrySocket(socket: WebSocketRoute): void {
    const server = socket.connectToServer();
    const own = this.#era;
    const whileHere = (act: () => void): void => {
      if (own === this.#era) act();
    };
    socket.onMessage((message) => whileHere(() => server.send(message)));
    server.onMessage((message) => whileHere(() => socket.send(message)));
    socket.onClose((code, reason) => whileHere(() => void closeAs(server, code, reason)));
    server.onClose((code, reason) => whileHere(() => void closeAs(socket, code, reason)));
  }

  cut(): void {
    this.#isCut = true;
  }

  cutAfter(bytes: number): Promise<void> {
    return this.#after(bytes, () => this.cut());
  }

  changeAfter(bytes: number): Promise<void> {
    return this.#after(bytes, () => this.change());
  }

  heal(): void {
    this.#isCut = false;
  }

  healWithoutRetransmission(): void {
    const byBytes = [...this.#ready.values()].sort((a, b) => b.receivedBytes - a.receivedBytes);
    this.#losing = byBytes[0] ?? null;
    this.heal();
  }

  degrade(quality: LineQuality): void {
    for (const line of this.#lines) line.set(quality);
  }

  counts(): LineCounts[] {
    return this.#lines.map((line) => line.counts()).sort((a, b) => b.datagrams - a.datagrams);
  }

  async close(): Promise<void> {
    this.#isCut = true;
    for (const line of this.#lines) line.close();
    for (const standIn of this.#standIns.values()) (await standIn).socket.close();
  }

  async #rewrite(candidate: string, direction: 0 | 1): Promise<string | null> {
    const real = addressOf(candidate);
    if (real === null) return null;
    const { socket } = await this.#standInFor(real, direction);
    const words = candidate.split(' ');
    words[5] = String(socket.address().port);
    return words.join(' ');
  }

  #standInFor(real: Address, direction: 0 | 1): Promise<StandIn> {
    const key = keyOf(real);
    const known = this.#standIns.get(key);
    if (known !== undefined) return known;
    const created = bindBeside(real.ip).then((socket) => {
      const standIn = { socket, real, era: this.#era, direction, receivedBytes: 0 };
      this.#ready.set(key, standIn);
      socket.on('message', (datagram, from) => this.#onDatagram(standIn, datagram, from));
      return standIn;
    });
    this.#standIns.set(key, created);
    return created;
  }

  #onDatagram(to: StandIn, datagram: Buffer, from: RemoteInfo): void {
    this.#count(datagram.length);
    to.receivedBytes += datagram.length;
    if (this.#isCut || to.era < this.#era || this.#isLost(to, datagram)) return;
    const source = { ip: from.address, port: from.port };
    const sender = this.#ready.get(keyOf(source));
    // A connectivity check from an address without a candidate yet; the browser repeats it.
    if (sender === undefined) void this.#standInFor(source, to.direction === 0 ? 1 : 0);
    else
      this.#lines[to.direction].carry(datagram.length, () => this.#forward(sender, to, datagram));
  }

  #isLost(to: StandIn, datagram: Buffer): boolean {
    if (to !== this.#losing || datagram.length < fullPacketBytes) return false;
    this.#losing = null;
    return true;
  }

  #forward(sender: StandIn, to: StandIn, datagram: Buffer): void {
    if (!this.#isCut && sender.era === this.#era)
      sender.socket.send(datagram, to.real.port, to.real.ip);
  }

  #after(bytes: number, act: () => void): Promise<void> {
    return new Promise((resolve) => {
      this.#due = {
        bytes,
        act: () => {
          act();
          resolve();
        },
      };
    });
  }

  #count(bytes: number): void {
    if (this.#due === null) return;
    this.#due.bytes -= bytes;
    if (this.#due.bytes > 0) return;
    this.#due.act();
    this.#due = null;
  }
}

declare global {
  interface Window {
    standInFor(candidate: string): Promise<string | null>;
  }
}

/** Runs in the page: replaces each candidate of the other side by its stand-in, or drops it. */
const carryCandidates = (): void => {
  const rewriteSdp = async (sdp: string): Promise<string> => {
    const lines = await Promise.all(
      sdp.split('\r\n').map(async (line) => {
        if (!line.startsWith('a=candidate:')) return line;
        const standIn = await window.standInFor(line.slice(2));
        return standIn === null ? null : `a=${standIn}`;
      }),
    );
    return lines.filter((line) => line !== null).join('\r\n');
  };
  window.RTCPeerConnection = class extends RTCPeerConnection {
    override async setRemoteDescription({ type, sdp = '' }: RTCSessionDescriptionInit) {
      await super.setRemoteDescription({ type, sdp: await rewriteSdp(sdp) });
    }
    override async addIceCandidate(offered?: RTCIceCandidateInit | null) {
      const standIn = await window.standInFor(offered?.candidate ?? '');
      if (standIn !== null) await super.addIceCandidate({ ...offered, candidate: standIn });
    }
  };
};

/** Opens a network. Close it at the end of the test. */
export const openNetwork = (): Network => new UdpNetwork();
