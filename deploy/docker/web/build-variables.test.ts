import { readFileSync } from 'node:fs';
import { at } from '../../../helm/test/lib/paths.js';
import { buildVariables } from './build-variables.mjs';

describe('the variables of the content security policy in the image', () => {
  const valuesOf = (settings: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      [
        ...buildVariables(settings, []).matchAll(/^map \$host \$(\w+) \{ default "([^"]*)"; \}$/gm),
      ].map(([, name = '', value = '']) => [name, value]),
    );
  const byDefault = {
    asset_origins: '',
    server_origins: '',
    auth_frames: ' https://*.firebaseapp.com https://*.web.app',
    emulator_origins: '',
    inline_scripts: '',
    report_address: '/api/policy-reports',
    pages: '',
  };

  it.each([{}, { ASSET_BASE_URL: '/' }, { ASSET_BASE_URL: '/static/' }, { API_ORIGIN: '' }])(
    'name no other host with %j',
    (settings) => {
      expect(valuesOf(settings)).toEqual(byDefault);
    },
  );

  it('name the CDN, the API and the identity provider', () => {
    expect(
      valuesOf({
        ASSET_BASE_URL: 'https://cdn.example.com/app/',
        API_ORIGIN: 'https://api.example.com',
        FIREBASE_AUTH_DOMAIN: 'sign-in.example.com',
      }),
    ).toEqual({
      asset_origins: ' https://cdn.example.com',
      server_origins: ' https://api.example.com wss://api.example.com',
      auth_frames: ' https://sign-in.example.com',
      emulator_origins: '',
      inline_scripts: '',
      report_address: 'https://api.example.com/api/policy-reports',
      pages: '',
    });
  });

  it('select the pages without prices', () => {
    expect(valuesOf({ PAYMENTS_PROVIDER: 'none' })).toEqual({
      ...byDefault,
      pages: '/without-payments',
    });
    expect(valuesOf({ PAYMENTS_PROVIDER: 'stripe' })).toEqual(byDefault);
  });

  it('name the emulator, which has no pages of its own', () => {
    expect(
      valuesOf({
        FIREBASE_AUTH_DOMAIN: 'localhost',
        FIREBASE_EMULATOR_ORIGIN: 'http://localhost:9099',
      }),
    ).toEqual({ ...byDefault, auth_frames: '', emulator_origins: ' http://localhost:9099' });
  });

  it.each([
    { ASSET_BASE_URL: 'cdn.example.com' },
    { ASSET_BASE_URL: 'ftp://cdn.example.com/' },
    { API_ORIGIN: 'api.example.com' },
    { FIREBASE_AUTH_DOMAIN: 'x; script-src *' },
  ])('fail the build with %j', (settings) => {
    expect(() => buildVariables(settings, [])).toThrow(TypeError);
  });

  it('are the ones that the policies use', () => {
    const policies = readFileSync(at('deploy/docker/web/policies.nginx'), 'utf8');
    const [, ...blocks] = policies.split('{');
    const used = new Set([...blocks.join('').matchAll(/\$([a-z_]+)/g)].map(([, name]) => name));
    const own = ['request_uri', 'http_sec_ch_ua', 'integrity_policy', 'page_integrity_policy'];
    for (const name of own) used.delete(name);
    // nginx.conf uses $pages.
    const inPolicies = Object.keys(byDefault).filter((name) => name !== 'pages');
    expect([...used].sort()).toEqual(inPolicies.sort());
  });
});
