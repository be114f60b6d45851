/**
 * The last answers of lists that the browser must not cache, because they contain secrets: in memory, for the ETag of
 * the next request.
 */
export interface KeptAnswer {
  etag: string;
  data: unknown;
  total: number | null;
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
