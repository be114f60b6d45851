import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apart, breaks } from './breakage.mjs';
import { compare, tagPattern } from './coverage.js';
import { readRequirements } from './document.js';
import { faultOf } from './fault.js';
import { root } from './files.js';
import { merge, readProofs, writeProofs } from './proof-document.js';
import { batchesOf } from './runner/batches.js';
import { runJest } from './runner/run-jest.js';
import { judge } from './runner/verdict.js';
import { readTags } from './tags.js';

/** Built at run time, so that the tags of the samples do not count as tags of this file. */
const tag = (...numbers: string[]): string => `[${numbers.join(', ')}]`;
const table = (...numbers: string[]): string =>
  numbers.map((number) => `| ${number} | some statement | |`).join('\n');

describe('requirements.md', () => {
  it('lists numbers with their text', () => {
    const { requirements, faults } = readRequirements(
      '| Number | Requirement | Note |\n| --- | --- | --- |\n| 1.1 | first | |\n| 1.2 | second | a note |',
    );
    expect(requirements).toEqual([
      { number: '1.1', text: 'first' },
      { number: '1.2', text: 'second' },
    ]);
    expect(faults).toEqual([]);
  });

  it.each([
    ['a gap', table('1.1', '1.3'), /1\.3 stands where 1\.2 is expected/],
    ['a duplicate', table('1.1', '1.1'), /1\.1 stands where 1\.2 is expected/],
    ['a missing section', table('1.1', '3.1'), /section 2 has no requirement/],
    ['a row of another shape', '| 1.1 | no note |', /not a row/],
    ['no row at all', '', /no requirement/],
  ])('reports %s', (_what, document, fault) => {
    expect(readRequirements(document).faults.join('\n')).toMatch(fault);
  });
});

describe('tags', () => {
  const numbersIn = (source: string): string[] =>
    readTags('sample.test.ts', source).map(({ number }) => number);

  it.each([
    ['a title', `it('adds ${tag('1.1')}', () => {})`, ['1.1']],
    ['several numbers', `it('adds ${tag('1.1', '2.10')}', () => {})`, ['1.1', '2.10']],
    ['the title of a table', `it.each([[1]])('adds %i ${tag('1.1')}', () => {})`, ['1.1']],
    ['the rows of a table', `it.each([['a', '${tag('1.1')}']])('%s %s', () => {})`, ['1.1']],
    ['a template', `it(\`\${name} adds ${tag('1.1')}\`, () => {})`, ['1.1']],
    ['a comment', `// ${tag('1.1')}\nit('adds', () => {})`, []],
    ['an index', `it('adds', () => { list[1.1]; })`, []],
    ['a skipped test', `it.skip('adds ${tag('1.1')}', () => {})`, []],
    ['a skipped group', `describe.skip('x', () => { it('adds ${tag('1.1')}', () => {}); })`, []],
    ['a test still to write', `it.todo('adds ${tag('1.1')}')`, []],
  ])('are read from %s', (_where, source, expected) => {
    expect(numbersIn(source)).toEqual(expected);
  });

  it('have the line of their test', () => {
    const source = `\n\nit('adds ${tag('4.13')}', () => {})`;
    expect(readTags('a.test.ts', source)).toEqual([
      { number: '4.13', title: `adds ${tag('4.13')}`, line: 3 },
    ]);
  });
});

describe('coverage', () => {
  const document = table('1.1', '1.2');
  const tests = (source: string) => [{ path: 'a.test.ts', source }];

  it('is complete when every number has a test', () => {
    const { faults } = compare(document, tests(`it('x ${tag('1.1', '1.2')}', () => {})`));
    expect(faults).toEqual([]);
  });

  it('reports a number without a test', () => {
    const { faults } = compare(document, tests(`it('x ${tag('1.1')}', () => {})`));
    expect(faults).toEqual(['1.2: no test carries it']);
  });

  it('reports a tag without a number', () => {
    const { faults } = compare(document, tests(`it('x ${tag('1.1', '1.2', '1.3')}', () => {})`));
    expect(faults).toEqual(['a.test.ts:1: no requirement 1.3']);
  });

  it('filters tests by the exact numbers', () => {
    const pattern = new RegExp(tagPattern(['9.2', '4.13']));
    expect(pattern.test(`title ${tag('4.13')}`)).toBe(true);
    expect(pattern.test(`title ${tag('1.1', '9.2', '9.3')}`)).toBe(true);
    expect(pattern.test(`title ${tag('4.1', '4.130', '19.2', '9.20')}`)).toBe(false);
  });
});

describe('a breakage', () => {
  const [sample] = breaks('a.ts', [['1.1', 'adds nothing', 'a + b', 'a']]);
  const known = new Set(['1.1']);

  it.each([
    ['matches once', 'return a + b;', known, undefined],
    ['no longer matches', 'return b + a;', known, /0 times/],
    ['matches twice', 'a + b; a + b', known, /2 times/],
    ['has a missing file', undefined, known, /no file/],
    ['has an unknown requirement', 'return a + b;', new Set<string>(), /no requirement/],
  ])('that %s is checked', (_what, source, requirements, fault) => {
    const found = sample && faultOf(sample, source, requirements);
    if (fault) expect(found).toMatch(fault);
    else expect(found).toBeUndefined();
  });

  const result = (title: string, status: string, message = '') => ({
    title,
    status,
    messages: message ? [message] : [],
  });

  it.each([
    ['an assertion fails', [result(`a ${tag('1.1')}`, 'failed', 'Error: expected 1')], 'fails'],
    ['all pass', [result(`a ${tag('1.1')}`, 'passed')], 'passes'],
    ['a name is undefined', [result(`a ${tag('1.1')}`, 'failed', 'ReferenceError: x')], 'crashes'],
    [
      'a hook is too slow',
      [result(`a ${tag('1.1')}`, 'failed', 'thrown: "Exceeded timeout of 15000 ms for a hook.')],
      'crashes',
    ],
    [
      'the test itself waits for ever',
      [result(`a ${tag('1.1')}`, 'failed', 'thrown: "Exceeded timeout of 15000 ms for a test.')],
      'fails',
    ],
    [
      'only others fail',
      [result('b', 'failed', 'x'), result(`a ${tag('1.1')}`, 'passed')],
      'passes',
    ],
    ['the test did not run', [result(`a ${tag('1.1')}`, 'pending')], 'no test'],
  ])('is judged when %s', (_what, results, outcome) => {
    expect(judge(results, '1.1').outcome).toBe(outcome);
  });

  it('changes the sources for tests but not on disk', async () => {
    const file = 'web/src/lib/texts/format.ts';
    const source = readFileSync(join(root, file), 'utf8');
    const breakages = breaks(file, [['9.28', 'no decimal', '.toFixed(1)}%', '.toFixed(0)}%']]);
    const run = { paths: ['web/src/lib/texts/format.test.ts'], numbers: ['9.28'] };
    expect(judge((await runJest(run)).results, '9.28').outcome).toBe('passes');
    expect(judge((await runJest({ ...run, breakages })).results, '9.28').outcome).toBe('fails');
    expect(readFileSync(join(root, file), 'utf8')).toBe(source);
  });
});

describe('runs', () => {
  it('are not started with an option that does not exist, which would run every breakage', () => {
    const hook = ['--import', join(root, 'tools/bootstrap/typescript.mjs')];
    const script = join(root, 'tools/requirements/try-breakages.ts');
    const { status, stderr } = spawnSync(process.execPath, [...hook, script, '--opne'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([64, expect.stringMatching(/^--opne is no option/)]);
  });

  const sample = (numbers: string) => breaks('a.ts', [[numbers, 'nothing', 'x', 'y']]);
  const places: Record<string, { path: string; line: number }[]> = {
    '1.1': [{ path: 'a.test.ts', line: 1 }],
    '1.2': [{ path: 'a.test.ts', line: 2 }],
    '1.3': [{ path: 'b.test.ts', line: 1 }],
  };
  const runsOf = (breakages: ReturnType<typeof sample>) =>
    batchesOf(breakages, ({ numbers }) => numbers.flatMap((n) => places[n] ?? [])).map((run) =>
      run.flatMap(({ numbers }) => numbers),
    );

  it.each([
    ['with separate tests', apart([...sample('1.1'), ...sample('1.2')]), [['1.1', '1.2']]],
    ['with a common test', apart([...sample('1.1'), ...sample('1.1')]), [['1.1'], ['1.1']]],
    ['in different files', apart([...sample('1.1'), ...sample('1.3')]), [['1.1'], ['1.3']]],
    ['not apart', [...sample('1.1'), ...sample('1.2')], [['1.1'], ['1.2']]],
  ])('are shared only by breakages apart: %s', (_what, breakages, expected) => {
    expect(runsOf(breakages)).toEqual(expected);
  });
});

describe('the table of results', () => {
  const proof = (
    what: string,
    outcome: 'fails' | 'passes' = 'fails',
    test = `a | b ${tag('1.1')}`,
  ) => ({
    number: '1.1',
    what,
    outcome,
    test,
    date: '2026-01-31',
  });

  it('is read back unchanged', () => {
    const proofs = [proof('adds nothing'), proof('adds | twice', 'passes', '')];
    expect(readProofs(writeProofs('1', proofs, ['1.1', '1.2'], []))).toEqual(proofs.toReversed());
  });

  it('counts proven requirements and lists untried requirements and breakages', () => {
    const breakages = ['1.1 adds nothing', '1.1 adds twice'];
    const text = writeProofs('1', [proof('adds nothing')], ['1.1', '1.2'], breakages);
    expect(text).toContain('1 of 2 requirements');
    expect(text).toContain('Not tried: 1.2, 1.1 adds twice.');
  });

  it('replaces older results and keeps the others', () => {
    const older = [proof('adds nothing', 'passes'), proof('adds twice')];
    expect(merge(older, [proof('adds nothing')])).toEqual([
      proof('adds nothing'),
      proof('adds twice'),
    ]);
  });
});
