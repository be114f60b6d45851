import { jest } from '@jest/globals';
import { chunkFileNames } from '../../../release/chunk-names.js';
import { noticeTextsCache } from '../../lib/notices/kept-texts.js';
import { createCaches } from '../test/fake-caches.js';
import type { BuildFile } from './build.js';
import { createShell, type Shell, type ShellDependencies } from './shell.js';

const origin = 'https://tandem.example';
const files: BuildFile[] = [
  { url: 'index.html', revision: '1' },
  { url: 'assets/main-a1.js', revision: null },
  { url: 'assets/main-a1.css', revision: null },
  { url: 'assets/dashboard-b2.js', revision: null },
];
const page = `<script type="module" src="/assets/main-a1.js"></script>
<link rel="stylesheet" href="/assets/main-a1.css"><link rel="icon" href="/icons/icon.svg">`;

/** The parts of a response that a cache and a worker use. */
const answer = (text: string, isOk = true): Response => {
  const made = { ok: isOk, status: isOk ? 200 : 503, text: () => Promise.resolve(text) };
  return Object.assign(made, { clone: () => answer(text, isOk) }) as unknown as Response;
};

type Network = Record<string, Response | 'down' | 'silent'>;

const create = (
  network: Network = {},
  assetBase = `${origin}/`,
  worker: Partial<ShellDependencies> = {},
) => {
  const store = createCaches();
  const asked: string[] = [];
  const fetch = (request: RequestInfo): Promise<Response> => {
    const url = typeof request === 'string' ? request : request.url;
    asked.push(url);
    const found = network[url] ?? answer(url);
    if (found === 'silent') return new Promise(() => undefined);
    return found === 'down' ? Promise.reject(new TypeError('offline')) : Promise.resolve(found);
  };
  const shell = createShell({
    caches: store.caches,
    fetch,
    origin,
    assetBase,
    files,
    hasSuccessor: () => false,
    ...worker,
  });
  return { ...store, asked, shell };
};

const request = (url: string): Request => ({ url }) as Request;

/** The answer to a request for a file, once the worker has cached it. */
const answered = async (shell: Shell, url: string): Promise<Response> => {
  const works: Promise<unknown>[] = [];
  const file = await shell.answerAsset(request(url), (work) => works.push(work));
  await Promise.all(works);
  return file;
};
const shellUrl = `${origin}/index.html`;
const main = `${origin}/assets/main-a1.js`;
const style = `${origin}/assets/main-a1.css`;
const dashboard = `${origin}/assets/dashboard-b2.js`;

describe('requests that the worker answers', () => {
  it.each([
    ['a page', 'GET', 'navigate', `${origin}/share/x`, 'page'],
    ['a hashed file', 'GET', 'cors', main, 'asset'],
    ['a file of another build', 'GET', 'cors', `${origin}/assets/old.js`, 'pass'],
    ['a call', 'GET', 'cors', `${origin}/api/user?userId=1`, 'pass'],
    ['a call opened as a page', 'GET', 'navigate', `${origin}/api/audit-logs/export`, 'pass'],
    ['the socket', 'GET', 'navigate', `${origin}/ws`, 'pass'],
    ['a post', 'POST', 'navigate', `${origin}/`, 'pass'],
    ['the sign-in helper', 'GET', 'navigate', `${origin}/__/auth/handler`, 'pass'],
    ['the sign-in page', 'GET', 'navigate', `${origin}/login?tab=signup`, 'own-document'],
    ['the payment page', 'GET', 'navigate', `${origin}/subscribe`, 'own-document'],
    ['another site', 'GET', 'navigate', 'https://js.stripe.com/v3', 'pass'],
    ['a page whose name only starts alike', 'GET', 'navigate', `${origin}/wsx`, 'page'],
  ] as const)('%s', (_, method, mode, url, strategy) => {
    expect(create().shell.choose({ method, mode, url })).toBe(strategy);
  });

  it('include hashed files on a CDN', () => {
    const { shell } = create({}, 'https://cdn.example/app/');
    const url = 'https://cdn.example/app/assets/main-a1.js';
    expect(shell.choose({ method: 'GET', mode: 'cors', url })).toBe('asset');
  });
});

describe('the offline shell', () => {
  it('caches index.html and the files it names, not the rest of the app', async () => {
    const { shell, kept } = create({ [shellUrl]: answer(page) });
    await shell.install();
    expect(kept()).toEqual([style, main, shellUrl].sort());
  });

  it('does not install on a failed response', async () => {
    const { shell, kept } = create({ [shellUrl]: answer('', false) });
    await expect(shell.install()).rejects.toThrow('503');
    expect(kept()).toEqual([]);
  });

  it.each([
    ['the page of another build', `<script src="/assets/main-b7.js"></script>`],
    ['the page of another build that shares a file', `${page}<link href="/assets/main-b7.css">`],
    ['a page without files of a build', '<a href="/portal">Sign in to this network</a>'],
  ])('does not install with %s', async (_, other) => {
    const { shell, kept } = create({ [shellUrl]: answer(other) });
    await expect(shell.install()).rejects.toThrow('another build');
    expect(kept()).toEqual([]);
  });

  it('does not install without a file that its page names', async () => {
    const { shell, kept } = create({ [shellUrl]: answer(page), [style]: answer('', false) });
    await expect(shell.install()).rejects.toThrow(style);
    expect(kept()).not.toContain(shellUrl);
  });

  it('answers from the network, and with the shell without one [1.22]', async () => {
    const url = `${origin}/share/x`;
    const offline = create({ [shellUrl]: answer(page), [url]: 'down' });
    await offline.shell.install();
    await expect((await offline.shell.answerPage(request(url))).text()).resolves.toBe(page);
    const online = create({ [url]: answer('fresh') });
    await expect((await online.shell.answerPage(request(url))).text()).resolves.toBe('fresh');
    expect(online.kept()).toEqual([]);
  });

  it('stands in, marked, for the payment page without a network', async () => {
    const url = `${origin}/subscribe`;
    const offline = create({ [shellUrl]: answer(`<html lang="en">${page}`), [url]: 'down' });
    await offline.shell.install();
    const standIn = await offline.shell.answerOwnDocument(request(url));
    expect(await standIn.text()).toBe(`<html data-stand-in lang="en">${page}`);
    const online = create({ [shellUrl]: answer(page), [url]: answer('fresh') });
    await online.shell.install();
    const fresh = await online.shell.answerOwnDocument(request(url));
    expect(await fresh.text()).toBe('fresh');
  });

  it.each(['answerPage', 'answerOwnDocument'] as const)(
    '%s fails like the network without a cached shell',
    async (answerFrom) => {
      const url = `${origin}/`;
      const { shell } = create({ [url]: 'down' });
      await expect(shell[answerFrom](request(url))).rejects.toThrow('offline');
    },
  );

  it('fetches a hashed file once and never caches a failed response', async () => {
    const { shell, asked, kept } = create({ [style]: answer('', false) });
    await answered(shell, dashboard);
    await answered(shell, dashboard);
    expect(asked).toEqual([dashboard]);
    await answered(shell, style);
    expect(kept()).toEqual([dashboard]);
  });

  it.each(['open', 'match', 'put'] as const)(
    'answers from the network when %s of the cache fails',
    async (broken) => {
      const { shell, caches } = create();
      const open = caches.open.bind(caches);
      const fail = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
      caches.open = async (name) =>
        broken === 'open' ? fail() : Object.assign(await open(name), { [broken]: fail });
      const file = await answered(shell, dashboard);
      await expect(file.text()).resolves.toBe(dashboard);
      const url = `${origin}/dashboard`;
      await expect((await shell.answerPage(request(url))).text()).resolves.toBe(url);
    },
  );

  it.each(['match', 'put'] as const)('does not wait for %s of a cache that hangs', async (slow) => {
    const { shell, caches } = create();
    const open = caches.open.bind(caches);
    caches.open = async (name) =>
      Object.assign(await open(name), { [slow]: () => new Promise(() => undefined) });
    jest.useFakeTimers();
    try {
      const answer = shell.answerAsset(request(dashboard), () => undefined);
      await jest.advanceTimersByTimeAsync(1_000);
      await expect((await answer).text()).resolves.toBe(dashboard);
      const url = `${origin}/dashboard`;
      await expect((await shell.answerPage(request(url))).text()).resolves.toBe(url);
    } finally {
      jest.useRealTimers();
    }
  });

  it('caches what the first page loaded if it belongs to the build', async () => {
    const { shell, kept } = create();
    await shell.keepLoaded([main, `${origin}/api/config`, 'https://elsewhere.example/x.js']);
    expect(kept()).toEqual([main]);
  });

  it('ends the activation although the deletion of former files hangs', async () => {
    const { shell, caches } = create();
    caches.keys = () => new Promise(() => undefined);
    jest.useFakeTimers();
    try {
      const cleaning = shell.cleanUp();
      await jest.advanceTimersByTimeAsync(1_000);
      await expect(cleaning).resolves.toBeUndefined();
    } finally {
      jest.useRealTimers();
    }
  });

  it('deletes files of former builds and caches of former workers, and no texts of notices', async () => {
    const { shell, caches, stores, kept } = create();
    await (await caches.open('precache-v0')).put('x', answer(''));
    await (await caches.open('assets-v1')).put(`${origin}/assets/old.js`, answer(''));
    await (await caches.open('assets-v1')).put(main, answer(''));
    await (await caches.open(noticeTextsCache)).put('/texts', answer(''));
    await shell.cleanUp();
    expect(kept()).toEqual(['/texts', main]);
    expect(stores.has('precache-v0')).toBe(false);
  });
});

/**
 * The chunk of a language's texts, as the build names it. Its hash has the language and the release's last six
 * characters.
 */
const textsOf = (language: string): string =>
  chunkFileNames({
    moduleIds: ['/node_modules/antd/locale.js', `/web/src/languages/${language}/app.ts`],
  })
    .replace('assets/', '')
    .replace('[name]-[hash]', `app-${language.slice(0, 2)}##`);

/** A release of a page and a part of it; both have a hash in their names, like all files of a build. */
const release = (hash: string) => {
  const nameOf = (file: string) => file.replace('##', hash.slice(2)).replace('#', hash);
  const addressOf = (file: string): string => `${origin}/assets/${nameOf(file)}`;
  const entry = addressOf('main-#.js');
  const texts = ['de', 'pt-BR', 'ja'].map(textsOf);
  const built = ['main-#.js', 'dashboard-#.js', 'settings-#.css', 'admin-#.js', ...texts].map(
    (file) => ({
      url: `assets/${nameOf(file)}`,
      revision: null,
    }),
  );
  return {
    html: `<script type="module" src="${entry}"></script>`,
    files: [{ url: 'index.html', revision: hash }, ...built],
    addressOf,
  };
};
const first = release('Aa_aaaa-');
const second = release('Bb-bbbb_');

/** A worker of the release with the caches of the device. */
const workerOf = (
  { html, files: built }: ReturnType<typeof release>,
  { caches }: Pick<ShellDependencies, 'caches'>,
  network: Network = {},
  isReplaced = false,
) =>
  create({ [shellUrl]: answer(html), [`${origin}/`]: 'down', ...network }, undefined, {
    caches,
    files: built,
    hasSuccessor: () => isReplaced,
  }).shell;

const openedPage = async (shell: Shell): Promise<string> =>
  (await shell.answerPage(request(`${origin}/`))).text();

describe('a new release', () => {
  it('leaves the page of the active worker until it is active itself', async () => {
    const device = createCaches();
    const [active, waiting] = [workerOf(first, device), workerOf(second, device)];
    await active.install();
    await waiting.install();
    await expect(openedPage(active)).resolves.toBe(first.html);
    await waiting.cleanUp();
    await expect(openedPage(waiting)).resolves.toBe(second.html);
    expect(device.kept()).toEqual([second.addressOf('main-#.js'), shellUrl]);
  });

  it('keeps what it has installed while a former one is activated', async () => {
    const device = createCaches();
    const installing = workerOf(second, device);
    await installing.install();
    const former = workerOf(first, device, {}, true);
    await former.install();
    await former.cleanUp();
    await expect(openedPage(installing)).resolves.toBe(second.html);
    expect(device.kept()).toContain(second.addressOf('main-#.js'));
  });

  /** Parts of the first release that were opened. */
  const openParts = async (...parts: string[]) => {
    const device = createCaches();
    const active = workerOf(first, device);
    await active.install();
    await active.keepLoaded(parts.map((part) => first.addressOf(part)));
    return device;
  };

  it('caches its files of the parts that were opened in the former one', async () => {
    const device = await openParts('dashboard-#.js', 'settings-#.css');
    const shell = workerOf(second, device);
    await shell.install();
    await shell.cleanUp();
    const parts = ['dashboard-#.js', 'main-#.js', 'settings-#.css'].map(second.addressOf);
    expect(device.kept()).toEqual([...parts, shellUrl].sort());
  });

  it('caches the texts of the language that was opened', async () => {
    const device = await openParts(textsOf('pt-BR'));
    const shell = workerOf(second, device);
    await shell.install();
    await shell.cleanUp();
    const parts = ['main-#.js', textsOf('pt-BR')].map(second.addressOf);
    expect(device.kept()).toEqual([...parts, shellUrl].sort());
  });

  it.each<[Network[string]]>([['down'], [answer('', false)], ['silent']])(
    'is installed without a part that does not arrive: %j',
    async (part) => {
      const device = await openParts('dashboard-#.js', 'settings-#.css');
      const shell = workerOf(second, device, { [second.addressOf('dashboard-#.js')]: part });
      jest.useFakeTimers();
      try {
        const installed = shell.install();
        await jest.advanceTimersByTimeAsync(30_000);
        await expect(installed).resolves.toBeUndefined();
      } finally {
        jest.useRealTimers();
      }
      await shell.cleanUp();
      const parts = ['main-#.js', 'settings-#.css'].map(second.addressOf);
      expect(device.kept()).toEqual([...parts, shellUrl].sort());
    },
  );
});
