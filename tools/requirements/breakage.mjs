/** A breakage removes one behaviour from the sources; the tests tagged with its numbers must then fail. */

/**
 * @typedef {object} Breakage
 * @property {string[]} numbers the requirements that the sources no longer meet
 * @property {string} what the resulting behaviour, as shown in the table of results
 * @property {string} file
 * @property {string} find text that occurs exactly once in the file
 * @property {string} replace
 * @property {boolean} [isApart] whether it affects only the tests of its own numbers
 */

/** @typedef {[numbers: string, what: string, find: string, replace: string]} Row */

/** Breakages of one file. @param {string} file @param {Row[]} rows @returns {Breakage[]} */
export const breaks = (file, rows) =>
  rows.map(([numbers, what, find, replace]) => ({
    numbers: numbers.split(', '),
    what,
    file,
    find,
    replace,
  }));

/** Marks breakages that may share a run of Jest. @param {Breakage[]} breakages @returns {Breakage[]} */
export const apart = (breakages) => breakages.map((breakage) => ({ ...breakage, isApart: true }));
