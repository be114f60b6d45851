/** Escapes text for an attribute or an element. */
const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '',
  );

const unescapeHtml = (text: string): string =>
  text.replace(
    /&(amp|lt|gt|quot);/g,
    (_entity, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? '',
  );

const titleTag = /<title>([^<]*)<\/title>/;
const descriptionTag = /(<meta\s+name="description"\s+content=")([^"]*)"/;

export interface PageDescription {
  title: string;
  description: string;
}

/** The title and the description of a page. */
export const descriptionOf = (html: string): PageDescription => ({
  title: unescapeHtml(titleTag.exec(html)?.[1] ?? ''),
  description: unescapeHtml(descriptionTag.exec(html)?.[2] ?? ''),
});

/** Replaces the title and the description of a page, also in its link preview. */
export const describePage = (html: string, { title, description }: PageDescription): string => {
  const [safeTitle, safeDescription] = [escapeHtml(title), escapeHtml(description)];
  const setProperty = (text: string, property: string, value: string) =>
    text.replace(
      new RegExp(`(<meta property="${property}" content=")[^"]*"`),
      (_tag, start: string) => `${start}${value}"`,
    );
  const described = html
    .replace(titleTag, () => `<title>${safeTitle}</title>`)
    .replace(descriptionTag, (_tag, start: string) => `${start}${safeDescription}"`);
  return setProperty(
    setProperty(described, 'og:title', safeTitle),
    'og:description',
    safeDescription,
  );
};

/**
 * Adds the tags of a link preview to the app's page, which is also the page of every share: the preview shows the
 * product, and nothing of the share. Images need an absolute address, so a build without an origin has a relative one.
 */
export const addLinkPreview = (
  html: string,
  { name, origin }: { name: string; origin: string },
): string => {
  const { title, description } = descriptionOf(html);
  const ownTitle = title.replace('Tandem', name);
  const tags = [
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', name],
    ['property', 'og:title', ownTitle],
    ['property', 'og:description', description],
    ['property', 'og:image', `${origin}/og.png`],
    ['name', 'twitter:card', 'summary_large_image'],
    // Pages of the app and shares are private. robots.txt would keep link previews away as well.
    ['name', 'robots', 'noindex'],
  ] as const;
  const lines = tags.map(
    ([key, value, content]) => `    <meta ${key}="${value}" content="${escapeHtml(content)}" />\n`,
  );
  return describePage(html.replace('  </head>', `${lines.join('')}  </head>`), {
    title: ownTitle,
    description,
  });
};
