import { jest } from '@jest/globals';
import { installFakeApi } from '../../../test/fake-api.js';
import { forgetConfig, loadConfig } from '../http/config.js';
import { loadIceServers } from './ice-servers.js';

const answer = {
  firebase: { apiKey: 'key' },
  stunServers: ['stun:one', 'stun:two', 'stun:three'],
};

afterEach(() => forgetConfig());

describe('ICE servers: two public STUN servers, then relays', () => {
  const relay = { urls: ['turn:relay'], username: 'u', credential: 'c' };

  it('lists relays after two STUN servers without duplicates [7.11, 9.33]', async () => {
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

  it('names the share to the relays when the owner sends', async () => {
    const api = installFakeApi({
      'GET /api/config': { body: answer },
      'GET /api/turn-credentials': { body: { iceServers: [relay] } },
    });
    expect(await loadIceServers({ shareId: 'abc' })).toContainEqual(relay);
    const [request] = api.to('GET /api/turn-credentials');
    expect(request?.query.get('share')).toBe('abc');
    expect(request?.headers.get('authorization')).toBeNull();
  });

  it('has two public STUN servers [7.11]', async () => {
    installFakeApi({ 'GET /api/config': { body: { ...answer, stunServers: undefined } } });
    expect(await loadIceServers()).toEqual([
      { urls: 'stun:stun.l.google.com:19302' },
      { urls: 'stun:stun1.l.google.com:19302' },
    ]);
  });

  it('uses only STUN without relays [7.12]', async () => {
    const api = installFakeApi({ 'GET /api/config': { body: answer } });
    expect(await loadIceServers()).toEqual([{ urls: 'stun:one' }, { urls: 'stun:two' }]);
    api.disconnect();
    expect(await loadIceServers()).toHaveLength(2);
  });
});

describe('connecting without an answer from the relays', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each([
    ['the credentials', () => ({ grant: 'g' })],
    ['the grant to ask for them', () => new Promise<{ grant: string }>(() => undefined)],
  ])('does not wait for %s', async (_what, credentials) => {
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

  it('does not wait for a configuration that has failed to load before', async () => {
    installFakeApi({ 'GET /api/config': { status: 503 } });
    await expect(loadConfig()).rejects.toThrow();
    const fetching = jest.spyOn(globalThis, 'fetch');
    fetching.mockReturnValue(new Promise(() => undefined));
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    const loaded = jest.fn();
    void loadIceServers({ grant: 'g' }).then(loaded);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(loaded).toHaveBeenCalledWith([]);
    fetching.mockRestore();
  });
});
