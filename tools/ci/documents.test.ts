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

const namesIn = (text: string): string[] =>
  [...text.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name);

/** The collections that the stores open, each after the folder of its store. */
const storedCollections = (): string[] =>
  files
    .filter((file) => /^services\/\w+\/src\/.*\.store\.ts$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(at(file), 'utf8');
      const opened = [
        ...source.matchAll(/\.model<\w+>\('\w+', \w+, (\S+)\)/g),
        ...source.matchAll(/\.collection(?:<[^>]*>)?\((\S+)\)/g),
      ].map(([, name = '']) => new RegExp(`const ${name} = (.*);`).exec(source)?.[1] ?? name);
      // The kit names the collection of an event log.
      if (source.includes('createEventLog(connection)')) opened.push("'event_log'");
      const literals = opened.filter((name) => name.startsWith("'"));
      // It opens the collection of `share-row.store.ts`, which is listed.
      const isListed = file === 'services/shares/src/share/share.store.ts';
      if (literals.length < opened.length && !isListed)
        throw new Error(`${file} has no literal name for a collection`);
      return literals.map((name) => `${dirname(file)} ${name.replaceAll("'", '')}`);
    })
    .sort();

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

  it('list the collections of each database, by folder', () => {
    const architecture = readFileSync(at('docs/architecture.md'), 'utf8');
    const [, section = ''] = /^## Collections\n(.*?)^## /ms.exec(architecture) ?? [];
    const listed = [...section.matchAll(/^\| ([a-z]+) +\| (.*`.*) \|$/gm)].flatMap(
      ([, service = '', text = '']) =>
        text.split('; ').flatMap((part) => {
          const [folder = ''] = part.split(':');
          const path = folder === 'src' ? 'src' : `src/${folder}`;
          return namesIn(part).map((name) => `services/${service}/${path} ${name}`);
        }),
    );
    expect(listed.sort()).toEqual(storedCollections());
  });

  it('name scripts that exist', () => {
    const command = /npm run ([\w:.-]*\w)(?![\w:])(?: -w ([\w/-]+))?/g;
    const isMissing = (_document: string, [, script = '', workspace = '.']: RegExpExecArray) =>
      !scriptsOf(workspace).includes(script);
    expect(faults(command, isMissing)).toEqual([]);
  });
});
