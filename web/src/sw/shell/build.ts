/** The files of one build, by their addresses. Pure. */

/** One file of the build, as the bundler's plugin lists it. */
export interface BuildFile {
  url: string;
  revision: string | null;
}

const isCode = /\.(js|css)$/;

/** The address of a file without the hash of its content, which the bundler puts before the suffix. */
const stemOf = (address: string): string => address.replace(/-[\w-]{8}(?=\.\w+$)/, '');

export type Build = ReturnType<typeof createBuild>;

/**
 * @param origin of the pages, e.g. https://tandem.example
 * @param assetBase base URL of hashed files; another origin when a CDN serves them. Ends with a slash.
 */
export const createBuild = (files: readonly BuildFile[], origin: string, assetBase: string) => {
  const shellUrl = new URL('/index.html', origin).href;
  /** Files with a hashed name, which never change. */
  const assets: ReadonlySet<string> = new Set(
    files
      .filter(({ url }) => url.includes('assets/'))
      .map(({ url }) => new URL(url, assetBase).href),
  );

  /**
   * The scripts and styles that the page names.
   *
   * @throws unless all belong to this build: while a release is replaced, a server of another one may answer.
   */
  const codeOf = (page: string): string[] => {
    const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)]
      .map(([, address = '']) => new URL(address, shellUrl).href)
      .filter((address) => address.startsWith(`${assetBase}assets/`) && isCode.test(address));
    if (named.length === 0 || named.some((address) => !assets.has(address)))
      throw new Error('the shell is of another build');
    return named;
  };

  /** The files that replace those of the former build. */
  const replacementsOf = (former: readonly string[]): string[] => {
    const stems = new Set(former.map(stemOf));
    return [...assets].filter((address) => stems.has(stemOf(address)));
  };

  return {
    origin,
    shellUrl,
    revision: files.find(({ url }) => url === 'index.html')?.revision ?? 'unknown',
    assets,
    codeOf,
    replacementsOf,
  };
};
