import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

export interface Call {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Outcome {
  /** Name of the call. */
  name: string;
  /** 0: no answer. */
  status: number;
  millis: number;
  /** Since the start of the load. */
  atMs: number;
}

export interface Phase {
  perSecond: number;
  seconds: number;
  outcomes: Outcome[];
  /** Calls not sent because too many had no answer yet. */
  skipped: number;
}

/** Bounds the memory and the sockets of the load itself. */
const maxOpen = 2_000;
const answerTimeoutMs = 20_000;
const tickMs = 10;

/**
 * Sends calls at a fixed rate, whether or not earlier ones are answered: a person does not wait for the others. One
 * process, because it shares the cores with the services.
 */
export const createOpenLoop = (url: string) => {
  const { hostname, port } = new URL(url);
  if (hostname !== 'localhost' && hostname !== '127.0.0.1') throw new Error('loopback only');
  const agent = new Agent({ keepAlive: true, maxSockets: maxOpen, scheduling: 'fifo' });

  const send = ({ method, path, headers, body }: Call): Promise<Omit<Outcome, 'atMs' | 'name'>> =>
    new Promise((resolve) => {
      const begin = performance.now();
      const end = (status: number) => resolve({ status, millis: performance.now() - begin });
      const sent = request(
        {
          agent,
          host: '127.0.0.1',
          port,
          method,
          path,
          timeout: answerTimeoutMs,
          headers: { ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) },
        },
        (response) => {
          response.resume();
          response.once('end', () => end(response.statusCode ?? 0));
          response.once('error', () => end(0));
        },
      );
      sent.once('timeout', () => sent.destroy());
      sent.once('error', () => end(0));
      sent.end(body);
    });

  return {
    send,
    run: async (
      nextCall: () => Call,
      { perSecond, seconds }: { perSecond: number; seconds: number },
    ): Promise<Phase> => {
      const outcomes: Outcome[] = [];
      const begin = performance.now();
      let begun = 0;
      let open = 0;
      let skipped = 0;
      const sendDue = () => {
        const elapsed = Math.min(performance.now() - begin, seconds * 1_000);
        for (; begun < (elapsed / 1_000) * perSecond; begun += 1) {
          if (open >= maxOpen) {
            skipped += 1;
            continue;
          }
          open += 1;
          const atMs = performance.now() - begin;
          const call = nextCall();
          void send(call).then((outcome) => {
            open -= 1;
            outcomes.push({ ...outcome, name: call.name, atMs });
          });
        }
      };
      await new Promise<void>((resolve) => {
        const timer = setInterval(() => {
          sendDue();
          if (performance.now() - begin < seconds * 1_000 || open > 0) return;
          clearInterval(timer);
          resolve();
        }, tickMs);
      });
      return { perSecond, seconds, outcomes, skipped };
    },
    close: () => agent.destroy(),
  };
};
