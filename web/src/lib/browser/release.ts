let builtRelease = '';

/** For prerendered pages, which are rendered outside a document. */
export const setRelease = (id: string): void => {
  builtRelease = id;
};

/** The release id that the build wrote into the page; empty in development. */
export const releaseId = (): string =>
  typeof document === 'undefined'
    ? builtRelease
    : (document.querySelector<HTMLMetaElement>('meta[name=release]')?.content ?? '');
