import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

/** A client of `GET /api/changes`. */
export const openEvents = async (
  port: number,
  headers: Record<string, string>,
  path = '/api/changes',
) => {
  const sent = request({ host: '127.0.0.1', port, path, headers });
  // Closed by the test or by the gateway.
  sent.on('error', () => undefined);
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const lines: string[] = [];
  const changes: string[] = [];
  let wake = (): void => undefined;
  const take = (line: string) => {
    lines.push(line);
    if (line.startsWith('event: ')) event = line.slice('event: '.length);
    if (line.startsWith('data: ') && event === 'change') changes.push(line.slice('data: '.length));
  };
  let event = '';
  let rest = '';
  response.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    parts.forEach(take);
    wake();
  });
  response.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => response.once('close', resolve));
  const until = async (isMet: () => boolean) => {
    while (!isMet()) await new Promise<void>((resolve) => (wake = resolve));
  };
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    lines,
    /** Kinds in order of arrival. */
    changes,
    untilOpen: () => until(() => lines.includes('data: open')),
    untilChanges: (count: number) => until(() => changes.length >= count),
    ended,
    close: () => sent.destroy(),
  };
};

export type EventStream = Awaited<ReturnType<typeof openEvents>>;
