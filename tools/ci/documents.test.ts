/** Documents rot: every link leads somewhere, every named file exists, every named command is a script. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at } from '../../helm/test/lib/paths.js';

const built = /^(node_modules|dist|gen|coverage|test-results|screenshots|\..+)$/;
const filesIn = (folder: string): string[] =>
  readdirSync(at(folder), { withFileTypes: true })
    .filter(({ name }) => !built.test(name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
    );

const files = filesIn('.');
const documents = files.filter((file) => file.endsWith('.md'));
const endings = new Set(
  files.flatMap((file) => {
    const parts = file.split('/');
    return parts.map((_part, index) => parts.slice(index).join('/'));
  }),
);

/** As GitHub derives it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

const leadsNowhere = (document: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? at(document) : join(dirname(at(document)), path);
  if (!existsSync(target)) return true;
  if (anchor === undefined || !statSync(target).isFile() || !target.endsWith('.md')) return false;
  const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)];
  return !headings.some(([, heading = '']) => anchorOf(heading) === anchor);
};

const scriptsOf = (workspace: string): string[] => {
  const { scripts } = JSON.parse(readFileSync(at(join(workspace, 'package.json')), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return Object.keys(scripts);
};

/** Matches of the pattern, in all documents, that the check rejects. */
const faults = (pattern: RegExp, isFault: (document: string, match: RegExpExecArray) => boolean) =>
  documents.flatMap((document) =>
    [...readFileSync(at(document), 'utf8').matchAll(pattern)]
      .filter((match) => isFault(document, match))
      .map(([text]) => `${document}: ${text}`),
  );

describe('the documents', () => {
  it('link to files and headings that exist', () => {
    const link = /\]\((?![a-z]+:)([^)\s]+)\)/g;
    expect(documents.length).toBeGreaterThan(80);
    expect(faults(link, (document, [, target = '']) => leadsNowhere(document, target))).toEqual([]);
  });

  it('name sources that exist, by the end of their path', () => {
    const source = /`((?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:tsx?|mjs|yaml|proto|conf))`/g;
    expect(faults(source, (_document, [, name = '']) => !endings.has(name))).toEqual([]);
  });

  it('name scripts that exist', () => {
    const command = /npm run ([\w:.-]*\w)(?![\w:])(?: -w ([\w/-]+))?/g;
    const isMissing = (_document: string, [, script = '', workspace = '.']: RegExpExecArray) =>
      !scriptsOf(workspace).includes(script);
    expect(faults(command, isMissing)).toEqual([]);
  });
});
