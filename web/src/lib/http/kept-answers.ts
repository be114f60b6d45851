import { moreHeader, totalHeader } from '@tandem/proto/browser/headers';

/** What an answer says beside its body. */
export interface AnswerMeta {
  /** Rows on all pages of a list; null for answers that are no page. */
  total: number | null;
  /** Whether a list has older rows than those of the answer; null when the server does not say. */
  hasMore: boolean | null;
}

export const metaOf = (headers: Headers): AnswerMeta => {
  const total = headers.get(totalHeader) ?? '';
  const more = headers.get(moreHeader);
  return {
    total: /^\d+$/.test(total) ? Number(total) : null,
    hasMore: more === null ? null : more === 'true',
  };
};

/**
 * The last answers of lists that the browser must not cache, because they contain secrets: in memory, for the ETag of
 * the next request.
 */
export interface KeptAnswer {
  etag: string;
  data: unknown;
  meta: AnswerMeta;
}

/** A page shows few lists, each with a sort order and a search. */
const maxAnswers = 10;

export const createKeptAnswers = () => {
  const answers = new Map<string, KeptAnswer>();
  return {
    get: (key: string): KeptAnswer | undefined => answers.get(key),
    keep: (key: string, answer: KeptAnswer): void => {
      answers.delete(key);
      answers.set(key, answer);
      const [oldest] = answers.keys();
      if (answers.size > maxAnswers && oldest !== undefined) answers.delete(oldest);
    },
    clear: (): void => answers.clear(),
  };
};
