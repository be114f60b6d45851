import { useEffect } from 'react';

/** What a page says about itself to search engines and link previews. */
export interface PageMeta {
  path: string;
  title: string;
  description: string;
  /** schema.org objects; only the prerendered page carries them. */
  structuredData: readonly Record<string, unknown>[];
}

/**
 * The same for a page that was reached inside the app, where index.html's own title and description
 * are on the document already.
 */
export const usePageMeta = ({ title, description }: PageMeta): void => {
  useEffect(() => {
    const before = document.title;
    const tag = document.querySelector('meta[name="description"]');
    const descriptionBefore = tag?.getAttribute('content') ?? '';
    document.title = title;
    tag?.setAttribute('content', description);
    return () => {
      document.title = before;
      tag?.setAttribute('content', descriptionBefore);
    };
  }, [title, description]);
};
