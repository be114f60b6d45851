import { useEffect } from 'react';

/** Metadata for search engines and link previews. */
export interface PageMeta {
  path: string;
  title: string;
  description: string;
  /** The same page in other languages, by language; only the prerendered page names them. */
  translations?: Readonly<Record<string, string>>;
  /** schema.org objects, in the prerendered page only. */
  structuredData: readonly Record<string, unknown>[];
}

/** Replaces the title and description of index.html while the page is open in the app. */
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
