import { connect } from 'node:net';
import { startGateway, type Gateway } from '../support/harness.js';
import { shareId } from '../support/samples.js';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

/** Node's client would not send all of these request lines. */
const ask = async (requestLine: string) => {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.write(`${requestLine} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  const text = Buffer.concat((await socket.toArray()) as Buffer[]).toString();
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [statusLine = '', ...fields] = head.split('\r\n');
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: new Headers(fields.map((field) => field.split(': ', 2) as [string, string])),
    json: JSON.parse(body) as Record<string, unknown>,
  };
};

describe('a request target', () => {
  it.each([
    'CONNECT example.test:443',
    'CONNECT localhost/api/user',
    'GET http://[',
    'GET http://',
  ])('that is neither a path nor a URL is refused: %s', async (requestLine) => {
    const { status, headers, json } = await ask(requestLine);
    expect(status).toBe(400);
    expect(json).toMatchObject({ status: 400, reason: 'malformed-request' });
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(headers.get('x-request-id')).toBe(json['requestId']);
  });

  it('may be a whole URL, without its password in a log', async () => {
    gateway.fake({ shares: { accessShare: () => Promise.reject(new Error('broken')) } });
    expect((await ask('GET http://localhost/api/config')).status).toBe(200);
    const url = `http://localhost/api/shares/${shareId}?password=canary-7b2e`;
    expect((await ask(`GET ${url}`)).status).toBe(500);
    expect(gateway.calls()).toMatchObject([{ request: { password: 'canary-7b2e' } }]);
    expect(gateway.logLines.join('')).not.toContain('canary-7b2e');
  });

  // Its host is `api`. Admission and the routes must not read it differently.
  it('has one path only: http:///api/user', async () => {
    expect((await ask('GET http:///api/user')).status).toBe(404);
  });

  it('may be * for the whole server', async () => {
    const { status, json } = await ask('OPTIONS *');
    expect([status, json['reason']]).toEqual([404, 'not-found']);
  });
});
