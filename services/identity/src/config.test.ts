import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFirebaseConfig } from './config.js';

describe('the credentials of Firebase', () => {
  const home = mkdtempSync(join(tmpdir(), 'tandem-credentials-'));
  afterAll(() => rmSync(home, { recursive: true }));
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  const read = (content: string) => {
    const path = join(home, 'key.json');
    writeFileSync(path, content);
    const env = { FIREBASE_PROJECT_ID: 'files-1', GOOGLE_APPLICATION_CREDENTIALS: path };
    return readFirebaseConfig(env).GOOGLE_APPLICATION_CREDENTIALS;
  };

  it.each([
    ['a service account', { type: 'service_account', private_key: pem }],
    ['workload identity federation', { type: 'external_account', audience: 'x' }],
  ])('may be those of %s', (_what, content) => {
    expect(read(JSON.stringify(content))).toBe(join(home, 'key.json'));
  });

  it.each([
    ['an empty file', ''],
    ['a file that is not JSON', pem],
    ['a file of another kind', '{"apiKey":"x"}'],
    ['a truncated key', JSON.stringify({ type: 'service_account', private_key: pem.slice(0, 60) })],
    ['a service account without a key', '{"type":"service_account"}'],
  ])('are refused at the start: %s', (_what, content) => {
    expect(() => read(content)).toThrow(/GOOGLE_APPLICATION_CREDENTIALS: must name a readable/);
  });

  it('are refused at the start if the file is missing', () => {
    const path = join(home, 'missing.json');
    const env = { FIREBASE_PROJECT_ID: 'files-1', GOOGLE_APPLICATION_CREDENTIALS: path };
    expect(() => readFirebaseConfig(env)).toThrow(/GOOGLE_APPLICATION_CREDENTIALS/);
  });
});
