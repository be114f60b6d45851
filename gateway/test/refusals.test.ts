import { cookie, startGateway, type CallOptions, type Gateway } from './support/harness.js';
import { downloader, refusals } from './support/refused-requests.js';
import { shareId } from './support/samples.js';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
beforeEach(() => gateway.fake({}));
afterAll(() => gateway.stop());

describe('invalid input', () => {
  it.each(refusals)('%s: %s', async (_what, call, options, status, reason) => {
    const [method = '', path = ''] = call.split(' ');
    const answer = await gateway.call(method, path, options);
    expect(answer.json).toMatchObject({ status, reason });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.text).not.toMatch(/\bat .+:\d+:\d+|node_modules|ZodError/);
    expect(gateway.calls()).toEqual([]);
  });

  it.each<[string | undefined, typeof downloader, string, string]>([
    [undefined, downloader, 'Please enter the password to access this file.', '[5.1]'],
    [' ', downloader, 'Please enter the password to access this file.', '[5.1]'],
    ['x', { name: '', email: 'e@x' }, 'Please enter both your name and email address.', '[5.2]'],
    ['x', { name: ' ', email: 'e@x' }, 'Please enter both your name and email address.', '[5.2]'],
    [
      'x',
      { name: '\u200f', email: 'e@x' },
      'Please enter both your name and email address.',
      '[5.2]',
    ],
    ['x', { name: 'E', email: '' }, 'Please enter both your name and email address.', '[5.2]'],
    ['x', { name: 'E', email: 'e' }, 'Please enter a valid email address.', '[5.3]'],
  ])('refuses the password %j with %j: %s %s', async (password, downloaderInfo, message) => {
    const options: CallOptions = { json: { password, downloaderInfo } };
    const path = `/api/shares/${shareId}/download`;
    const { status, json } = await gateway.call('POST', path, options);
    expect(status).toBe(400);
    expect(json).toMatchObject({ message });
    expect(gateway.calls()).toEqual([]);
  });

  it.each([
    ['PATCH /api/user', 'GET, HEAD, DELETE'],
    ['GET /api/shares/x/download', 'POST'],
    ['GET /api/webhooks/stripe', 'POST'],
    ['OPTIONS /api/openapi.json', 'GET, HEAD'],
  ])('names the methods of the path: %s, %s', async (call, allowed) => {
    const [method = '', path = ''] = call.split(' ');
    const { status, headers } = await gateway.call(method, path, { headers: cookie('alice') });
    expect([status, headers.get('allow')]).toEqual([405, allowed]);
  });

  it('does not echo rejected values', async () => {
    const secret = 'canary-3f9a7c';
    const answer = await gateway.call('POST', `/api/shares/${shareId}/access`, {
      json: { password: [secret], [secret]: secret },
    });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain(secret);
  });
});

describe('unexpected errors', () => {
  it('become a generic 500; only the log has the stack', async () => {
    gateway.fake({
      shares: { listShares: () => Promise.reject(new Error('the secret inner workings')) },
    });
    const answer = await gateway.call('GET', '/api/file-shares', { headers: cookie('alice') });
    expect(answer.status).toBe(500);
    expect(answer.json).toMatchObject({
      reason: 'internal-error',
      message: 'Something went wrong.',
    });
    expect(answer.text).not.toContain('inner workings');
  });
});
