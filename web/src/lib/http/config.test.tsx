import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { installFakeApi } from '../../../test/fake-api.js';
import { defaultBrand, getBrand, setBrand } from '../texts/brand.js';
import { forgetConfig, loadConfig, loadedConfig, readConfig } from './config.js';
import { useConfig } from './use-config.js';

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

/** What the browser says of the device; the connection is the fake server's. */
const setOnline = (isOnline: boolean) =>
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);

afterEach(() => {
  jest.restoreAllMocks();
  forgetConfig();
  localStorage.clear();
  setBrand(defaultBrand);
});

describe('runtime configuration', () => {
  it('takes the values of the server [9.62]', () => {
    expect(readConfig(answer)).toMatchObject(answer);
  });

  it('has defaults for missing values [7.36, 9.33]', () => {
    const config = readConfig({ firebase: { apiKey: 'key' } });
    expect(config.payments.provider).toBe('local');
    expect(config.signallingUrl).toBe('ws://localhost/ws');
    expect(config.stunServers).toHaveLength(2);
    expect(config.product.slug).toBe(defaultBrand.slug);
    expect(config.firebase.emulatorOrigin).toBeNull();
  });

  it.each(['', 'a:b'])('refuses the API key %p [5.26]', (apiKey) => {
    expect(() => readConfig({ firebase: { apiKey } })).toThrow('without a colon');
  });

  it('is loaded once, sets the brand, and is loaded again after a failure', async () => {
    const api = installFakeApi({ 'GET /api/config': { status: 503 } });
    await expect(loadConfig()).rejects.toThrow('503');
    api.answer({ 'GET /api/config': { body: answer } });
    await Promise.all([loadConfig(), loadConfig()]);
    expect(api.requests).toHaveLength(2);
    expect(getBrand().name).toBe('Duet');
  });
});

describe('the configuration without a network', () => {
  const path = 'GET /api/config';

  /** A page that loads the configuration, and the next one, which has no network. */
  const openOffline = async (body: object): Promise<void> => {
    installFakeApi({ [path]: { body } });
    await loadConfig().catch(() => undefined);
    forgetConfig();
    setBrand(defaultBrand);
    installFakeApi().disconnect();
    setOnline(false);
  };

  it('is the last one of this device', async () => {
    await openOffline(answer);
    await expect(loadConfig()).resolves.toMatchObject(answer);
    expect(getBrand().name).toBe('Duet');
  });

  it('is requested again when the network is back', async () => {
    await openOffline(answer);
    await loadConfig();
    expect(loadedConfig()).toBeNull();
    installFakeApi({ [path]: { body: { ...answer, signallingUrl: 'wss://new.example/ws' } } });
    await expect(loadConfig()).resolves.toMatchObject({ signallingUrl: 'wss://new.example/ws' });
  });

  it('is missing while only the server is away', async () => {
    await openOffline(answer);
    setOnline(true);
    await expect(loadConfig()).rejects.toMatchObject({ failure: { status: 0 } });
  });

  it('is missing on a device that has none, or only an invalid answer', async () => {
    await openOffline({ firebase: { apiKey: 'a:b' } });
    await expect(loadConfig()).rejects.toMatchObject({ failure: { status: 0 } });
    localStorage.setItem('config', '{');
    await expect(loadConfig()).rejects.toMatchObject({ failure: { status: 0 } });
  });

  it('is not replaced by an older one when the server fails', async () => {
    await openOffline(answer);
    installFakeApi({ [path]: { status: 503 } });
    await expect(loadConfig()).rejects.toThrow('503');
  });
});

describe('the configuration of a page', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each([503, 429])('is requested again after an answer of %d', async (status) => {
    const api = installFakeApi({ 'GET /api/config': { status } });
    const { result } = renderHook(() => useConfig());
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(result.current).toBeNull();
    api.answer({ 'GET /api/config': { body: answer } });
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(result.current?.payments.provider).toBe('stripe');
    expect(api.requests).toHaveLength(2);
  });

  const stored = { ...answer, signallingUrl: 'wss://last-month.example/ws' };
  const connect = () => {
    setOnline(true);
    return installFakeApi({ 'GET /api/config': { body: answer } });
  };

  /** On a device that has a configuration. */
  const openWithoutNetwork = async () => {
    localStorage.setItem('config', JSON.stringify(stored));
    installFakeApi().disconnect();
    setOnline(false);
    const { result } = renderHook(() => useConfig());
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(result.current?.signallingUrl).toBe(stored.signallingUrl);
    return result;
  };

  it('is the stored one during a short loss of network only', async () => {
    const result = await openWithoutNetwork();
    connect();
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(result.current?.signallingUrl).toBe(answer.signallingUrl);
  });

  it('is the stored one until the device is online', async () => {
    const result = await openWithoutNetwork();
    await act(() => jest.advanceTimersByTimeAsync(10 * 60_000));
    expect(result.current?.signallingUrl).toBe(stored.signallingUrl);
    const api = connect();
    act(() => void dispatchEvent(new Event('online')));
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(result.current?.signallingUrl).toBe(answer.signallingUrl);
    act(() => void dispatchEvent(new Event('online')));
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(api.requests).toHaveLength(1);
  });
});
