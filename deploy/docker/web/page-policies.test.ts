import { contentPolicy, integrityPolicy } from '@tandem/proto/browser/content-policy';
import { pageClassOf } from '@tandem/proto/browser/page-class';
import { encodings, inlineScripts, origins, startSite, whenNginx, type Site } from './site.js';

const classAt = (path: string) => pageClassOf(new URL(path, 'http://x').pathname);

whenNginx.each(origins)('pages with the headers of the %s', (origin) => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite(origin);
  });
  afterAll(() => site.stop());

  // try_files rewrites the path, so this also covers pages that are other files.
  it.each([
    '/',
    '/?x=/login',
    '/landing',
    '/share/AbC',
    '/share/AbC?x=1',
    '/login',
    '/login?tab=x',
  ])('carry at %s the policy of their class', async (path) => {
    const servers = ['https://files.example.com', 'wss://files.example.com'];
    const sources = {
      assets: [],
      servers: origin === 'image' ? [] : servers,
      authFrames: [`https://${origin === 'image' ? 'files' : 'example-files'}.firebaseapp.com`],
      emulator: [],
      inlineScripts: inlineScripts.map((hash) => `'${hash}'`),
      reports: '/api/policy-reports',
      isHttps: false,
    };
    for (const encoding of encodings) {
      const { headers } = await site.get(path, { encoding });
      expect(headers['content-security-policy']).toBe(contentPolicy(classAt(path), sources));
      expect(headers['reporting-endpoints']).toBe('reports="/api/policy-reports"');
    }
  });

  it.each(['/', '/?x=/login', '/landing', '/share/AbC', '/login', '/nowhere'])(
    'carry at %s an integrity policy for Chromium only',
    async (path) => {
      const chromium = { 'sec-ch-ua': '"Chromium";v="156"' };
      for (const encoding of ['br', 'identity']) {
        const forOthers = await site.get(path, { encoding });
        const forChromium = await site.get(path, { encoding, headers: chromium });
        const policy = integrityPolicy(classAt(path));
        expect(forChromium.headers['integrity-policy'] ?? '').toBe(policy);
        expect(forOthers.headers['integrity-policy']).toBeUndefined();
        expect(forOthers.headers['vary']).toMatch(/sec-ch-ua/i);
      }
    },
  );

  it('allow Stripe on the payment page only', async () => {
    const policyAt = async (path: string) =>
      (await site.get(path)).headers['content-security-policy'];
    const stripe = /script-src[^;]* https:\/\/\*\.js\.stripe\.com/;
    expect(await policyAt('/subscribe?x=1')).toMatch(stripe);
    expect(await policyAt('/')).not.toContain('stripe');
  });
});
