/** Header of an answer with one page of a list: the number of rows on all pages. */
export const totalHeader = 'x-total-count';

/** Header of an answer with the newest rows of a list: `true` if there are older ones, else `false`. */
export const moreHeader = 'x-has-more';

/**
 * Header of a request with the uid of the account that its page shows: the cookie may be of another one, which has signed
 * in in another tab. It only refuses, and authorizes nothing.
 */
export const expectedAccountHeader = 'x-expected-account';

/** The same in the query, for the stream of changes: an `EventSource` sends no headers of the page. */
export const expectedAccountQuery = 'account';
