import { createHash } from 'node:crypto';
import { z } from 'zod';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** web/release/manifest.mjs writes it. */
export const manifestSchema = z.object({
  release: z.string(),
  inlineScripts: z.array(z.string()),
  files: z.record(z.string(), hash),
});

export type Manifest = z.infer<typeof manifestSchema>;

export interface SiteOptions {
  /** e.g. https://tandem.example */
  site: string;
  /** CDN of the hashed files, with its path; default: the site. */
  assets?: string | undefined;
}

interface Check {
  address: string;
  /** A site may answer with any of these. */
  hashes: readonly string[];
}

/** A share of any id is the app's page, and so is a page that has no file of its own. */
const sampleShare = '/share/AAAAAAAAAAAAAAAAAAAAAA';

/** The folder of the pages for servers without payments. */
const givenPages = 'without-payments/';

const isPage = (path: string): boolean => path.endsWith('/index.html') || path === 'sitemap.xml';

/** The files that the site delivers at their paths: without payments, the pages are those of their own folder. */
const filesOf = ({ files }: Manifest, takesPayments: boolean): Manifest['files'] => {
  const given = Object.entries(files)
    .filter(([path]) => path.startsWith(givenPages))
    .map(([path, expected]) => [path.slice(givenPages.length), expected] as const);
  if (takesPayments || given.length === 0) return files;
  const others = Object.entries(files).filter(
    ([path]) => !isPage(path) && !path.startsWith(givenPages),
  );
  return Object.fromEntries([...others, ...given]);
};

/** For a whole response: a server that holds one back must not block the comparison. */
const answerMs = 60_000;

const request = (address: string, init: RequestInit = {}): Promise<Response> =>
  fetch(address, { ...init, signal: AbortSignal.timeout(answerMs) });

/** What the site publishes; a site without the call takes payments. */
const asksForPayments = async ({ site }: SiteOptions): Promise<boolean> => {
  const response = await request(new URL('/api/config', site).href).catch(() => null);
  const answer: unknown = await response?.json().catch(() => null);
  const known = z.object({ payments: z.object({ provider: z.string() }) }).safeParse(answer);
  return !known.success || known.data.payments.provider !== 'none';
};

/** The addresses that a browser requests, with the hash of the file that it must get. */
const checksOf = (files: Manifest['files'], { site, assets = site }: SiteOptions): Check[] => {
  const app = files['index.html'] ?? '';
  const landing = files['landing/index.html'] ?? '';
  const at = (path: string, base = site) => new URL(path, base.endsWith('/') ? base : `${base}/`);
  const byFile = Object.entries(files).map(([path, expected]) => ({
    address: at(path.replace(/\/index\.html$/, ''), path.startsWith('assets/') ? assets : site)
      .href,
    hashes: [expected],
  }));
  return [
    ...byFile,
    { address: at(sampleShare).href, hashes: [app] },
    { address: at('/').href, hashes: [landing, app] },
  ];
};

const maxParallel = 8;

const differenceOf = async ({ address, hashes }: Check): Promise<string[]> => {
  const response = await request(address, {
    headers: { accept: 'text/html,*/*' },
    redirect: 'manual',
  }).catch(() => null);
  if (response === null) return [`${address}: no response`];
  if (!response.ok) return [`${address}: status ${response.status}`];
  const body = await response.arrayBuffer().catch(() => null);
  if (body === null) return [`${address}: incomplete response`];
  const found = createHash('sha256').update(Buffer.from(body)).digest('hex');
  return hashes.includes(found) ? [] : [`${address}: different content (${found})`];
};

const scriptDirectives = ['script-src', 'script-src-elem', 'script-src-attr'];

/** Where a policy allows scripts from; null if it does not restrict them. Browsers use the first directive of a name. */
const scriptSourcesOf = (policy: string): string[] | null => {
  const directives = new Map<string, string[]>();
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    if (!directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  if (!directives.has('script-src')) return null;
  return scriptDirectives.flatMap((name) => directives.get(name) ?? []);
};

/** The share page may run the scripts of the build and no others. */
const policyFaults = async (manifest: Manifest, { site, assets }: SiteOptions) => {
  const address = new URL(sampleShare, site).href;
  const response = await request(address, { headers: { accept: 'text/html' } }).catch(() => null);
  const found = scriptSourcesOf(response?.headers.get('content-security-policy') ?? '');
  const allowed = new Set([
    "'self'",
    "'none'",
    ...(assets === undefined ? [] : [new URL(assets).origin]),
    ...manifest.inlineScripts.map((script) => `'${script}'`),
  ]);
  if (found === null) return [`${address}: no content security policy for scripts`];
  return found
    .filter((source) => !allowed.has(source))
    .map((source) => `${address}: the policy also allows scripts from ${source}`);
};

/** Differences between a live site and a manifest; empty if there are none. */
export const compareSite = async (manifest: Manifest, options: SiteOptions): Promise<string[]> => {
  const files = filesOf(manifest, await asksForPayments(options));
  const waiting = checksOf(files, options);
  const work = async (): Promise<string[]> => {
    const found: string[] = [];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      found.push(...(await differenceOf(next)));
    }
    return found;
  };
  const differences = await Promise.all(Array.from({ length: maxParallel }, work));
  return [...differences.flat().sort(), ...(await policyFaults(manifest, options))];
};
