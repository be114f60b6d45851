import { z } from 'zod';
import { parseKeyring } from '../security/keyring.js';
import { baseConfig, ConfigError, env, loadConfig } from './config.js';

const key = Buffer.alloc(32, 7).toString('base64url');

describe('configuration', () => {
  it('reports every invalid variable in one error, by name and without its value', () => {
    const shape = { PORT: env.port, MONGO_URL: env.mongoUrl, KEYS: env.keyring };
    const read = () =>
      loadConfig(shape, { PORT: '99999', MONGO_URL: 'hunter2', KEYS: 'k:c2VjcmV0' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/PORT[\s\S]*MONGO_URL[\s\S]*KEYS/);
    expect(read).not.toThrow(/hunter2|c2VjcmV0/);
  });

  it.each([
    'mongodb://u:se/cret@db:27017/',
    'mongodb://u:1?secret@db/',
    'mongodb://u:p@secret@db/',
    'mongodb://u:secret%zz@db/',
    'mongodb://u:p@db/#secret',
    'https://u:secret@db',
  ])('refuses %s as the address of the database, without its value', (MONGO_URL) => {
    const read = () => loadConfig({ MONGO_URL: env.mongoUrl }, { MONGO_URL });
    expect(read).toThrow(/MONGO_URL: .*percent-encoded/);
    expect(read).not.toThrow('secret');
  });

  it.each([
    'mongodb://u:p%2Fw@a:27017,b:27017/shares?authSource=shares&replicaSet=rs0',
    'mongodb+srv://u:p@db.example.com',
    'mongodb://[::1]:27017',
    'mongodb://u:key==@db:10255/?ssl=true&appName=@u@',
    'mongodb://db/?replicaSet=rs0',
  ])('accepts %s as the address of the database', (MONGO_URL) => {
    expect(loadConfig({ MONGO_URL: env.mongoUrl }, { MONGO_URL })).toEqual({ MONGO_URL });
  });

  it.each([
    'nats://u:secret@a:4222,nats://u:secret@b:4222',
    'nats://u:secret@a:4222,b:4222',
    'nats://u:se/cret@nats:4222',
    'nats://u:1/secret@nats:4222',
    'nats://u:secret#@nats:4222',
    'nats://u:secret%zz@nats:4222',
    'nats://u:p@secret@nats:4222',
    'http://u:secret@nats:4222',
  ])('refuses %s as the address of the broker, without its value', (NATS_URL) => {
    const read = () => loadConfig({ NATS_URL: env.natsUrl }, { NATS_URL });
    expect(read).toThrow(/NATS_URL: .*one nats:.*percent-encoded/);
    expect(read).not.toThrow('secret');
  });

  it.each([
    'nats://127.0.0.1:4222',
    'nats://u:p%2Fw@nats.nats.svc:4222',
    'tls://u:p@[::1]:4222/?tlsCAFile=/run/ca/ca.crt',
    'tls://u:p@nats:4222?tlsCAFile=/run/ca/ca.crt',
  ])('accepts %s as the address of the broker', (NATS_URL) => {
    expect(loadConfig({ NATS_URL: env.natsUrl }, { NATS_URL })).toEqual({ NATS_URL });
  });

  it('treats an empty variable as absent', () => {
    expect(loadConfig({ A: z.string().default('x') }, { A: '' })).toEqual({ A: 'x' });
  });

  it.each([
    'https://host/',
    'https://*.host',
    'https://host/path',
    'https://Host',
    'https://host:443',
    'http://host:80',
    'ftp://host',
    'host',
    '*',
    'null',
    'https://user@host',
  ])('rejects %s as an origin', (value) => {
    expect(() => loadConfig({ O: env.origin }, { O: value })).toThrow(/O: must be an origin/);
    expect(() => loadConfig({ L: env.origins }, { L: `https://good,${value}` })).toThrow(/L/);
  });

  it.each(['https://host', 'http://localhost:8080', 'https://[2001:db8::1]:8443'])(
    'accepts the origin %s',
    (value) => {
      expect(loadConfig({ O: env.origin }, { O: value })).toEqual({ O: value });
    },
  );

  it('parses flags and lists', () => {
    expect(loadConfig({ F: env.flag, L: env.list }, { F: 'true', L: ' a, b,,c ' })).toEqual({
      F: true,
      L: ['a', 'b', 'c'],
    });
    expect(() => loadConfig({ F: env.flag }, { F: 'yes' })).toThrow(ConfigError);
  });

  it('accepts any number of proxies', () => {
    const read = (hops: string) => loadConfig({ HOPS: env.proxyHops }, { HOPS: hops }).HOPS;
    expect([read(''), read('0'), read('11')]).toEqual([0, 0, 11]);
    for (const hops of ['-1', '1.5', 'two']) expect(() => read(hops)).toThrow(/HOPS/);
  });
});

describe('keyring', () => {
  it('uses the first key as primary and finds every key by id', () => {
    const ring = parseKeyring(`new:${key},old:${key}`);
    expect(ring.primary.kid).toBe('new');
    expect(ring.find('old')).toHaveLength(32);
    expect(ring.find('retired')).toBeUndefined();
  });

  it.each([
    ['', 'pairs'],
    ['a', 'pairs'],
    [`a:${key}:x`, 'pairs'],
    [`a b:${key}`, 'pairs'],
    ['a:c2hvcnQ', '32 bytes'],
    [`a:${key},a:${key}`, 'twice'],
  ])('rejects %p', (text, message) => {
    expect(() => parseKeyring(text)).toThrow(message);
  });

  describe('with REQUIRE_TLS', () => {
    const shape = { ...baseConfig, MONGO_URL: env.mongoUrl, NATS_URL: env.natsUrl };
    const secured = {
      REQUIRE_TLS: 'true',
      MONGO_URL: 'mongodb://u:secret@db:27017/?tls=true&tlsCAFile=/run/ca/ca.crt',
      NATS_URL: 'tls://u:secret@nats:4222',
    };

    it.each([
      {},
      { MONGO_URL: 'mongodb+srv://u:secret@db.example.com/' },
      { MONGO_URL: 'mongodb://u:secret@db:27017/?ssl=true' },
      { MONGO_URL: 'mongodb://u:secret@db:27017/?TLS=true&tlsInsecure=false' },
      { REQUIRE_TLS: 'false', MONGO_URL: 'mongodb://db', NATS_URL: 'nats://nats:4222' },
    ])('accepts %j', (more) => {
      expect(loadConfig(shape, { ...secured, ...more })).toMatchObject(more);
    });

    it.each([
      { MONGO_URL: 'mongodb://u:secret@db:27017/' },
      { MONGO_URL: 'mongodb://u:secret@db:27017/?tls=false' },
      { MONGO_URL: 'mongodb+srv://u:secret@db.example.com/?tls=false' },
      { MONGO_URL: 'mongodb://u:secret@db:27017/?tls=true&tlsAllowInvalidCertificates=true' },
      { MONGO_URL: 'mongodb://u:secret@db:27017/?tls=true&tlsInsecure=true' },
      { MONGO_URL: 'mongodb://u:secret@db:27017/?tls=true&tlsinsecure=true' },
      { MONGO_URL: 'mongodb://u:secret@db:27017/?tls=true&TLSAllowInvalidCertificates=true' },
      { MONGO_URL: 'mongodb+srv://u:secret@db.example.com/?TLS=false' },
      { MONGO_URL: 'mongodb+srv://u:secret@db.example.com/?appName=a?&tls=false' },
      { NATS_URL: 'nats://u:secret@nats:4222' },
    ])('refuses %j, without its value', (more) => {
      const load = () => loadConfig(shape, { ...secured, ...more });
      expect(load).toThrow(`${Object.keys(more)[0] ?? ''}: REQUIRE_TLS`);
      expect(load).not.toThrow('secret');
    });
  });
});
