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

/**
 * Groups breakages that can share a run: apart, in the same test files, without a common test.
 * @param {readonly Breakage[]} breakages
 * @param {(breakage: Breakage) => readonly { path: string, line: number }[]} testsOf
 * @returns {Breakage[][]}
 */
export const batchesOf = (breakages, testsOf) => {
  /** @type {{ breakages: Breakage[], paths: Set<string>, places: Set<string> }[]} */
  const batches = [];
  for (const breakage of breakages) {
    const paths = new Set(testsOf(breakage).map(({ path }) => path));
    const places = testsOf(breakage).map(({ path, line }) => `${path}:${line}`);
    const batch = batches.find(
      (other) =>
        breakage.isApart &&
        other.breakages.every(({ isApart }) => isApart) &&
        [...paths].every((path) => other.paths.has(path)) &&
        !places.some((place) => other.places.has(place)),
    );
    if (batch) {
      batch.breakages.push(breakage);
      for (const place of places) batch.places.add(place);
    } else batches.push({ breakages: [breakage], paths, places: new Set(places) });
  }
  return batches.map((batch) => batch.breakages);
};

/**
 * The reason why a breakage cannot be run, if any.
 * @param {Breakage} breakage
 * @param {string | undefined} source
 * @param {ReadonlySet<string>} requirements
 */
export const faultOf = ({ numbers, what, file, find, replace }, source, requirements) => {
  const unknown = numbers.filter((number) => !requirements.has(number));
  const name = `breakage “${what}” of ${numbers.join(', ')}`;
  if (unknown.length > 0) return `${name}: no requirement ${unknown.join(', ')}`;
  if (source === undefined) return `${name}: no file ${file}`;
  const count = source.split(find).length - 1;
  if (count !== 1) return `${name}: ${file} has its text ${count} times`;
  return find === replace ? `${name}: changes nothing` : undefined;
};

/**
 * The result of a test run for one requirement.
 * @typedef {'fails' | 'passes' | 'crashes' | 'no test'} Outcome
 */

/** @typedef {{ title: string, status: string, messages: string[] }} TestResult */

const crash = /^\s*(ReferenceError|SyntaxError|TypeError|Error: Cannot find|Test suite failed)/;

/**
 * A test that fails with a ReferenceError or similar does not prove that the behaviour is missing.
 * @param {readonly TestResult[]} tests
 * @param {string} number
 * @returns {{ outcome: Outcome, title: string, message: string }}
 */
export const judge = (tests, number) => {
  const pattern = new RegExp(`[[ ]${number.replace('.', '\\.')}[\\],]`);
  const tagged = tests.filter(({ title, status }) => pattern.test(title) && status !== 'pending');
  const failed = tagged.filter(({ status }) => status === 'failed');
  const asserted = failed.find(({ messages }) => messages.some((text) => !crash.test(text)));
  const shown = asserted ?? failed[0];
  const told = { title: shown?.title ?? '', message: shown?.messages[0] ?? '' };
  if (tagged.length === 0) return { outcome: 'no test', ...told };
  if (asserted) return { outcome: 'fails', ...told };
  return { outcome: failed.length > 0 ? 'crashes' : 'passes', ...told };
};
