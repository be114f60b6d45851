import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { installFakeApi } from '../../../test/fake-api.js';
import { defaultBrand, getBrand, setBrand } from '../texts/brand.js';
import { forgetConfig, loadConfig, readConfig } from './config.js';
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

afterEach(() => {
  forgetConfig();
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
});
