import { moreHeader, totalHeader } from '@tandem/proto/browser/headers';

/** What a response contains beside its body. */
export interface ResponseMeta {
  /** Rows on all pages of a list; null for responses that are no page. */
  total: number | null;
  /** Whether a list has older rows than those of the response; null when the server does not say. */
  hasMore: boolean | null;
}

export const metaOf = (headers: Headers): ResponseMeta => {
  const total = headers.get(totalHeader) ?? '';
  const more = headers.get(moreHeader);
  return {
    total: /^\d+$/.test(total) ? Number(total) : null,
    hasMore: more === null ? null : more === 'true',
  };
};

/**
 * The last responses of lists that the browser must not cache, because they contain secrets: in memory, for the ETag of
 * the next request.
 */
export interface KeptResponse {
  etag: string;
  data: unknown;
  meta: ResponseMeta;
}

/** A page shows few lists, each with a sort order and a search. */
const maxResponses = 10;

export const createKeptResponses = () => {
  const responses = new Map<string, KeptResponse>();
  return {
    get: (key: string): KeptResponse | undefined => responses.get(key),
    keep: (key: string, response: KeptResponse): void => {
      responses.delete(key);
      responses.set(key, response);
      const [oldest] = responses.keys();
      if (responses.size > maxResponses && oldest !== undefined) responses.delete(oldest);
    },
    clear: (): void => responses.clear(),
  };
};
