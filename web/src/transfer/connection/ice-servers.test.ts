import { renewableIceServers, sharedIceServers } from './ice-servers.js';

const stun = { urls: 'stun:stun.test:3478' };
const relayOf = (username: string): RTCIceServer => ({
  urls: ['turn:relay.test:3478?transport=udp'],
  username,
  credential: 'secret',
});

const setUp = (answers: RTCIceServer[][]) => {
  let nowMs = 0;
  let loads = 0;
  const servers = renewableIceServers(
    [stun, relayOf('first')],
    () => Promise.resolve(answers[loads++] ?? []),
    () => new Date(nowMs),
  );
  const usernames = async (): Promise<unknown[]> =>
    (await servers.renew()).map(({ username }) => username);
  return {
    servers,
    usernames,
    after: (minutes: number): void => {
      nowMs += minutes * 60_000;
    },
    loads: () => loads,
  };
};

describe('the ICE servers of a connection', () => {
  it('are kept for five minutes, and loaded again after that', async () => {
    const { servers, usernames, after, loads } = setUp([[stun, relayOf('second')]]);
    after(4);
    expect(await usernames()).toEqual([undefined, 'first']);
    expect(loads()).toBe(0);
    after(1);
    expect(await usernames()).toEqual([undefined, 'second']);
    expect(servers.current()[1]?.username).toBe('second');
    after(4);
    await usernames();
    expect(loads()).toBe(1);
  });

  it('are loaded again after the clock was set back', async () => {
    const { usernames, after } = setUp([[relayOf('second')]]);
    after(-60);
    expect(await usernames()).toEqual(['second']);
  });

  it('are loaded once for connections that ask together', async () => {
    const { usernames, after, loads } = setUp([[relayOf('second')]]);
    after(60);
    expect(await Promise.all([usernames(), usernames()])).toEqual([['second'], ['second']]);
    expect(loads()).toBe(1);
  });

  it('stay when no relay arrives in time, and are asked for again', async () => {
    const { usernames, after } = setUp([[stun], [relayOf('third')]]);
    after(60);
    expect(await usernames()).toEqual([undefined, 'first']);
    expect(await usernames()).toEqual(['third']);
  });
});

describe('the ICE servers for the recipients of a share', () => {
  const share = (answers: RTCIceServer[][]) => {
    let nowMs = 0;
    let loads = 0;
    const load = sharedIceServers(
      () => Promise.resolve(answers[loads++] ?? []),
      () => new Date(nowMs),
    );
    return {
      load,
      after: (seconds: number): void => {
        nowMs += seconds * 1_000;
      },
      loads: () => loads,
    };
  };

  it('are loaded once for recipients that join within half a minute', async () => {
    const { load, after, loads } = share([[relayOf('first')], [relayOf('second')]]);
    expect(await Promise.all([load(), load()])).toEqual([[relayOf('first')], [relayOf('first')]]);
    after(29);
    expect(await load()).toEqual([relayOf('first')]);
    expect(loads()).toBe(1);
    after(1);
    expect(await load()).toEqual([relayOf('second')]);
  });

  it('are loaded again when the clock was set back', async () => {
    const { load, after } = share([[relayOf('first')], [relayOf('second')]]);
    await load();
    after(-60);
    expect(await load()).toEqual([relayOf('second')]);
  });

  it('are loaded for the next recipient when the answer for one has no relay', async () => {
    const { load, loads } = share([[stun], [stun, relayOf('second')]]);
    expect(await Promise.all([load(), load(), load()])).toEqual([
      [stun],
      [stun, relayOf('second')],
      [stun, relayOf('second')],
    ]);
    expect(loads()).toBe(2);
  });
});
