/** Header of an answer with one page of a list: the number of rows on all pages. */
export const totalHeader = 'x-total-count';
