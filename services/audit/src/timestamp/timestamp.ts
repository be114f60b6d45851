import { randomBytes } from 'node:crypto';
import { startPeriodicTask, type Logger, type PeriodicTask } from '@tandem/kit';
import type { AuditContext } from '../context.js';
import type { SignedHead } from '../tree/head.js';
import { checkTimestamp, timestampQuery } from './protocol.js';

/** What the time stamp is over: the head with its signature. */
export const stampedText = ({ size, root, at, kid, signature }: SignedHead): string =>
  JSON.stringify(['tandem/audit-head/1', size, root, at.getTime(), kid, signature]);

const timeoutMs = 10_000;
const maxResponseBytes = 64 * 1024;

const readBounded = async (response: Response): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += (piece as Uint8Array).length;
    if (bytes > maxResponseBytes) throw new TypeError('the time-stamp response is too long');
    pieces.push(piece as Uint8Array);
  }
  return Buffer.concat(pieces);
};

/** Resolves to the response of the service, DER. Rejects after ten seconds, and for anything but a token. */
const requestTimestamp = async (url: string, data: string): Promise<Buffer> => {
  const query = timestampQuery(data, randomBytes(8));
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: new Uint8Array(query.der),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new TypeError(`the time-stamping service responded ${response.status}`);
  const der = await readBounded(response);
  checkTimestamp(der, query);
  return der;
};

/** Stamps the newest kept head unless it has a time stamp. False if there is nothing to do. */
export const stampHead = async ({ tree }: Pick<AuditContext, 'tree'>, url: string) => {
  const head = await tree.lastHead();
  if (!head || head.timestamp !== undefined) return false;
  const der = await requestTimestamp(url, stampedText(head));
  await tree.saveTimestamp(head.at, der.toString('base64'));
  return true;
};

/** Each minute until the newest head has a time stamp; a failed attempt is logged and repeated. */
export const startTimestamps = (
  context: AuditContext,
  { url, logger }: { url: string; logger: Logger },
): PeriodicTask =>
  startPeriodicTask({
    label: 'time-stamp the signed head',
    everyMs: 60_000,
    work: async () => {
      await stampHead(context, url);
    },
    logger,
  });
