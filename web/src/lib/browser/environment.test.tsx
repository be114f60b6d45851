import { jest } from '@jest/globals';
import { installFakeApi } from '../../../test/fake-api.js';
import type { TransferReport } from '../../transfer/api.js';
import { defaultBrand, getBrand, setBrand } from '../texts/brand.js';
import { forgetConfig, loadConfig, readConfig } from '../http/config.js';
import { loadIceServers } from '../http/ice-servers.js';
import { loginPath, shareUrl } from '../paths.js';
import { sendTransferReport } from '../http/transfer-report.js';

const answer = {
  product: { name: 'Duet', slug: 'duet', supportEmail: 'help@duet.example' },
  firebase: {
    apiKey: 'key',
    authDomain: 'a',
    projectId: 'p',
    emulatorOrigin: 'http://localhost:9',
  },
  payments: { provider: 'stripe', publishableKey: 'pk' },
  signallingUrl: 'wss://sockets.example/ws',
  stunServers: ['stun:one', 'stun:two', 'stun:three'],
  policy: { auditRetentionMonths: 12 },
};

afterEach(() => {
  forgetConfig();
  setBrand(defaultBrand);
});

describe('runtime configuration', () => {
  it('takes what the server says [9.62]', () => {
    expect(readConfig(answer)).toMatchObject(answer);
  });

  it('fills in what it does not say [9.33]', () => {
    const config = readConfig({ firebase: { apiKey: 'key' } });
    expect(config.payments.provider).toBe('local');
    expect(config.signallingUrl).toBe('ws://localhost/ws');
    expect(config.stunServers).toHaveLength(2);
    expect(config.product.slug).toBe(defaultBrand.slug);
    expect(config.firebase.emulatorOrigin).toBeNull();
  });

  it.each(['', 'a:b'])('refuses the API key %p (specification, section 5) [5.26]', (apiKey) => {
    expect(() => readConfig({ firebase: { apiKey } })).toThrow('without a colon');
  });

  it('is asked for once, sets the brand, and after a failure is asked for again', async () => {
    const api = installFakeApi({ 'GET /api/config': { status: 503 } });
    await expect(loadConfig()).rejects.toThrow('503');
    api.answer({ 'GET /api/config': { body: answer } });
    await Promise.all([loadConfig(), loadConfig()]);
    expect(api.requests).toHaveLength(2);
    expect(getBrand().name).toBe('Duet');
  });
});

describe('ICE servers (specification, section 7: two public STUN servers, then relays)', () => {
  const relay = { urls: ['turn:relay'], username: 'u', credential: 'c' };

  it('puts relays after two STUN servers and repeats none [7.11, 9.33]', async () => {
    const api = installFakeApi({
      'GET /api/config': { body: answer },
      'GET /api/turn-credentials': {
        body: { iceServers: [{ urls: 'stun:one' }, relay, { no: 1 }] },
      },
    });
    expect(await loadIceServers({ grant: 'g' })).toEqual([
      { urls: 'stun:one' },
      { urls: 'stun:two' },
      relay,
    ]);
    const [request] = api.to('GET /api/turn-credentials');
    expect(request?.headers.get('authorization')).toBe('Grant g');
  });

  it('uses only STUN when relays cannot be had [7.12]', async () => {
    const api = installFakeApi({ 'GET /api/config': { body: answer } });
    expect(await loadIceServers()).toEqual([{ urls: 'stun:one' }, { urls: 'stun:two' }]);
    api.disconnect();
    expect(await loadIceServers()).toHaveLength(2);
  });
});

describe('relay servers that nobody answers for', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each([
    ['the credentials', () => ({ grant: 'g' })],
    ['the grant to ask for them', () => new Promise<{ grant: string }>(() => undefined)],
  ])('keep nobody waiting: %s', async (_what, credentials) => {
    installFakeApi({ 'GET /api/config': { body: answer } });
    await loadConfig();
    const fetching = jest.spyOn(globalThis, 'fetch');
    fetching.mockReturnValue(new Promise(() => undefined));
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    const loading = loadIceServers(credentials());
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await loading).toEqual([{ urls: 'stun:one' }, { urls: 'stun:two' }]);
    fetching.mockRestore();
  });
});

describe('transfer analytics (specification, section 7)', () => {
  const report = { shareId: 'abc' } as TransferReport;
  const warn = jest.spyOn(console, 'warn');
  beforeEach(() => {
    warn.mockReset();
    warn.mockImplementation(() => undefined);
  });
  afterAll(() => warn.mockRestore());

  it('are sent once [7.13]', async () => {
    const api = installFakeApi({ 'POST /api/transfer-analytics': { body: { success: true } } });
    await sendTransferReport(report);
    expect(api.to('POST /api/transfer-analytics')[0]?.body).toEqual({ shareId: 'abc' });
    expect(warn).not.toHaveBeenCalled();
  });

  it('only log a failure [7.14]', async () => {
    const api = installFakeApi();
    await sendTransferReport(report);
    api.disconnect();
    await sendTransferReport(report);
    expect(warn).toHaveBeenCalledTimes(2);
  });
});

describe('addresses', () => {
  it('prefill the login (specification, section 2)', () => {
    expect(loginPath()).toBe('/login');
    expect(loginPath({ email: 'a@b.c', name: 'A B', tab: 'signup' })).toBe(
      '/login?email=a%40b.c&name=A+B&tab=signup',
    );
  });

  it('of a share is {origin}/share/{id} [2.155]', () => {
    expect(shareUrl('abc', 'https://x.example')).toBe('https://x.example/share/abc');
  });
});
