/** The result of a test run for one requirement. */
export type Outcome = 'fails' | 'passes' | 'crashes' | 'no test';

export interface TestResult {
  title: string;
  status: string;
  messages: string[];
}

/** One run of Jest or Playwright. */
export interface Run<Result extends TestResult = TestResult> {
  results: Result[];
  /** Errors outside of tests, e.g. of files that fail to load. */
  broken: string[];
}

export interface Verdict {
  outcome: Outcome;
  /** The test that failed, and why. */
  title: string;
  message: string;
}

const crash =
  /^\s*(ReferenceError|SyntaxError|TypeError|Error: Cannot find|Test suite failed|(Error: )?thrown: "Exceeded timeout of \d+ ms for a hook)/;

/** A test that fails with a ReferenceError or in a hook does not prove that the behaviour is missing. */
export const judge = (tests: readonly TestResult[], number: string): Verdict => {
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
