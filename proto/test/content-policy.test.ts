import {
  contentPolicy,
  integrityPolicy,
  pageClasses,
  type PolicySources,
} from '../browser/content-policy.js';
import { pageClassOf, type PageClass } from '../browser/page-class.js';

const sources: PolicySources = {
  assets: [],
  servers: ['wss://tandem.example'],
  authFrames: ['https://tandem.firebaseapp.com'],
  emulator: [],
  inlineScripts: [],
  reports: '/api/policy-reports',
  isHttps: true,
};

const directivesOf = (page: PageClass, changed: Partial<PolicySources> = {}) =>
  new Map(
    contentPolicy(page, { ...sources, ...changed })
      .split('; ')
      .map((directive) => {
        const [name = '', ...values] = directive.split(' ');
        return [name, values] as const;
      }),
  );

/** Hosts by directive. */
const hostsOf = (page: PageClass): Record<string, string[]> =>
  Object.fromEntries(
    [...directivesOf(page)]
      .map(([name, values]) => ({
        name,
        hosts: values.filter((value) => /^(https|wss):\/\//.test(value)),
      }))
      .filter(({ hosts }) => hosts.length > 0)
      .map(({ name, hosts }) => [name, hosts]),
  );

const own = 'wss://tandem.example';
const identity = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

describe('the class of a page', () => {
  it.each<[string, PageClass]>([
    ['/', 'app'],
    ['/landing', 'app'],
    ['/share/AbC', 'share'],
    ['/share', 'app'],
    ['/login', 'sign-in'],
    ['/login/', 'sign-in'],
    ['/login/x', 'app'],
    ['/loginx', 'app'],
    ['/subscribe', 'payment'],
    ['/x/subscribe', 'app'],
  ])('of %s is %s', (path, page) => {
    expect(pageClassOf(path)).toBe(page);
  });
});

describe('the content security policy', () => {
  it('of the share page allows no third party but the calls of a signed-in user', () => {
    expect(hostsOf('share')).toEqual({ 'connect-src': [own, ...identity] });
  });

  it('of the dashboard allows these calls and profile pictures', () => {
    expect(hostsOf('app')).toEqual({
      'connect-src': [own, ...identity],
      'img-src': ['https://*.googleusercontent.com'],
    });
  });

  it('of the sign-in page allows the popup of the identity provider', () => {
    const scripts = ['https://apis.google.com', 'https://www.gstatic.com'];
    expect(hostsOf('sign-in')).toEqual({
      'connect-src': [own, ...identity, ...scripts],
      'script-src': scripts,
      'frame-src': [
        'https://accounts.google.com',
        'https://apis.google.com',
        'https://tandem.firebaseapp.com',
      ],
    });
  });

  it('of the payment page, and of no other, allows Stripe', () => {
    const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
    expect(hostsOf('payment')).toEqual({
      'connect-src': [own, ...identity, 'https://api.stripe.com'],
      'script-src': scripts,
      'frame-src': [...scripts, 'https://hooks.stripe.com'],
      'img-src': ['https://*.googleusercontent.com', 'https://*.stripe.com'],
    });
    for (const page of pageClasses.filter((name) => name !== 'payment')) {
      expect(contentPolicy(page, sources)).not.toContain('stripe');
    }
  });

  it.each(pageClasses)('of %s has no unsafe script source and no other base address', (page) => {
    const policy = directivesOf(page);
    expect(policy.get('script-src')).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/unsafe|\*$|^https?:$|^data:/)]),
    );
    expect(policy.get('default-src')).toEqual(["'self'"]);
    expect(policy.get('object-src')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('report-uri')).toEqual(['/api/policy-reports']);
    expect(policy.has('upgrade-insecure-requests')).toBe(true);
    expect(directivesOf(page, { isHttps: false }).has('upgrade-insecure-requests')).toBe(false);
  });

  it.each(pageClasses)('of %s enforces Trusted Types', (page) => {
    expect(directivesOf(page).get('require-trusted-types-for')).toEqual(["'script'"]);
  });

  it('admits other policies of Trusted Types only beside scripts of third parties', () => {
    expect(directivesOf('share').get('trusted-types')).toEqual(['default']);
    expect(directivesOf('app').get('trusted-types')).toEqual(['default']);
    for (const page of ['sign-in', 'payment'] as const)
      expect(directivesOf(page).has('trusted-types')).toBe(false);
  });

  it('allows inline scripts by hash only', () => {
    const inlineScripts = [`'sha256-${'A'.repeat(43)}='`];
    expect(directivesOf('share', { inlineScripts }).get('script-src')).toEqual([
      "'self'",
      ...inlineScripts,
    ]);
  });

  it('refuses scripts without integrity metadata where no third party has scripts', () => {
    const policy = 'blocked-destinations=(script), endpoints=(reports)';
    expect(pageClasses.map(integrityPolicy)).toEqual([policy, policy, '', '']);
  });

  it('allows a CDN wherever hashed files are loaded', () => {
    const cdn = 'https://cdn.example';
    const changed = [...directivesOf('share', { assets: [cdn] })]
      .filter(([, values]) => values.includes(cdn))
      .map(([name]) => name);
    expect(changed.sort()).toEqual(
      ['connect-src', 'font-src', 'img-src', 'media-src', 'script-src', 'style-src'].sort(),
    );
  });

  it('writes variables without a space in front, because their values have one', () => {
    const text = contentPolicy('share', { ...sources, assets: ['$a'], servers: ['{{ $b }}'] });
    expect(text).toContain("script-src 'self'$a;");
    expect(text).toContain("connect-src 'self'$a{{ $b }} https:");
  });
});
