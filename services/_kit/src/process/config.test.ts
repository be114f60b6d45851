import { z } from 'zod';
import { ConfigError, env, loadConfig } from './config.js';
import { parseKeyring } from '../security/keyring.js';

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
});
