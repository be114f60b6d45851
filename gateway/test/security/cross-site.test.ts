import { cookie, startGateway, type Gateway } from '../support/harness.js';
import { shareId } from '../support/samples.js';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ CORS_ORIGINS: 'https://cdn.example.test' });
});
afterAll(() => gateway.stop());

const opened = {
  shareId,
  filename: 'f',
  fileSize: '1 KB',
  fileType: 'text/plain',
  isOwner: false,
  grant: undefined,
  expiresAt: undefined,
};
const sharesFake = () => ({
  shares: { deleteShare: () => Promise.resolve({}) },
});

describe('cross-site protection of state-changing requests', () => {
  it.each([
    ['same origin', { 'sec-fetch-site': 'same-origin' }, 200],
    ['user-initiated navigation', { 'sec-fetch-site': 'none' }, 200],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    ['a sibling subdomain', { 'sec-fetch-site': 'same-site', origin: 'http://x.localhost' }, 403],
    ['same Origin without Fetch Metadata', { origin: 'http://localhost:8080' }, 200],
    ['another Origin without Fetch Metadata', { origin: 'http://localhost:8081' }, 403],
    ['a sandboxed frame', { origin: 'null' }, 403],
    [
      'an allowed origin',
      { 'sec-fetch-site': 'cross-site', origin: 'https://cdn.example.test' },
      200,
    ],
    ['not a browser', {}, 200],
  ])('%s', async (_who, headers, status) => {
    gateway.fake(sharesFake());
    const answer = await gateway.call('DELETE', `/api/file-shares/${shareId}`, {
      headers: { ...cookie('alice'), ...headers },
    });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.json).toMatchObject({ reason: 'foreign-origin' });
  });

  it.each([
    [
      'an image on another site',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
      403,
    ],
    [
      'a link on another site',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      403,
    ],
    ['a sibling subdomain', { 'sec-fetch-site': 'same-site' }, 403],
    ['an image on another site in an older browser', { referer: 'https://evil.example/x' }, 403],
    ['an image in a sandboxed frame in an older browser', { referer: 'about:client' }, 403],
    ['the address bar', { 'sec-fetch-site': 'none' }, 200],
    ['the page itself', { 'sec-fetch-site': 'same-origin' }, 200],
    ['the page itself in an older browser', { referer: 'http://localhost:8080/share/x' }, 200],
    ['not a browser', {}, 200],
  ])('applies to a lookup with a password: %s', async (_who, headers, status) => {
    gateway.fake({ shares: { accessShare: () => Promise.resolve(opened) } });
    for (const method of ['GET', 'HEAD']) {
      const path = `/api/shares/${shareId}?password=secret`;
      const answer = await gateway.call(method, path, { headers });
      expect(answer.status).toBe(status);
      expect(gateway.calls().some(({ name }) => name === 'shares.accessShare')).toBe(
        status === 200,
      );
    }
  });

  it('does not apply to reads', async () => {
    gateway.fake({});
    const { status } = await gateway.call('GET', '/api/config', {
      headers: {
        'sec-fetch-site': 'cross-site',
        origin: 'https://evil.example',
      },
    });
    expect(status).toBe(200);
  });
});
