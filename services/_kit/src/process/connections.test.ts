import { describeConnections, withoutSecrets } from './connections.js';

describe('the connections of a configuration', () => {
  it('are the addresses of other processes, without those for browsers', () => {
    const config = {
      MONGO_URL: 'mongodb://shares:secret@a:27017,b:27017/?tls=true&authSource=x',
      NATS_URL: 'nats://shares:s%40cret@nats:4222',
      SHARES_ADDR: 'shares:50051',
      STRIPE_API_BASE: undefined,
      SIGNALLING_URLS: ['ws://a', 'ws://b'],
      PUBLIC_URL: 'https://files.example.com',
      TURN_URLS: ['turn:turn.example.com'],
      GRANT_KEYS: 'k1:abc',
    };
    expect(describeConnections(config)).toEqual({
      MONGO_URL: 'mongodb://a:27017,b:27017/',
      NATS_URL: 'nats://nats:4222',
      SHARES_ADDR: 'shares:50051',
      SIGNALLING_URLS: 'ws://a, ws://b',
    });
  });

  it.each([
    ['nats://user:pa@ss@nats:4222', 'nats://…'],
    ['nats://user:pa/ss@nats:4222', 'nats://…'],
    ['nats://user:pa#ss@nats:4222', 'nats://…'],
    ['nats://u:secret@a:4222,nats://u:secret@b:4222', 'nats://…'],
    ['mongodb://user:se/cret@db:27017/?tls=true', 'mongodb://…'],
    ['mongodb://user:1?secret@db:27017/', 'mongodb://…'],
    ['user:se/cret@db:27017', '…'],
    ['http://otel:4318/v1/traces', 'http://otel:4318/v1/traces'],
    ['mongodb+srv://user:secret@db.example.com', 'mongodb+srv://db.example.com'],
    ['mongodb://db:27017/?authMechanismProperties=secret', 'mongodb://db:27017/'],
    ['shares:50051', 'shares:50051'],
  ])('show %s without credentials', (address, shown) => {
    expect(withoutSecrets(address)).toBe(shown);
  });
});
