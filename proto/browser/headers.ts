/** Header of an answer with one page of a list: the number of rows on all pages. */
export const totalHeader = 'x-total-count';

/** Header of an answer with the newest rows of a list: `true` if there are older ones, else `false`. */
export const moreHeader = 'x-has-more';
