/** @jest-environment node */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postcss from 'postcss';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Stylesheet {
  classes: ReadonlySet<string>;
  /** Classes that another class of the same file composes. */
  composed: ReadonlySet<string>;
}

const readStylesheet = (css: string): Stylesheet => {
  const classes = new Set<string>();
  const composed = new Set<string>();
  const tree = postcss.parse(css);
  tree.walkRules(({ selector }) => {
    const local = selector.replace(/:global\([^)]*\)/g, '').replace(/\[[^\]]*\]/g, '');
    for (const [, name = ''] of local.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)) classes.add(name);
  });
  tree.walkDecls('composes', ({ value }) => {
    if (!value.includes(' from ')) for (const name of value.split(/\s+/)) composed.add(name);
  });
  return { classes, composed };
};

interface ModuleUse {
  /** Path of the stylesheet, as imported. */
  path: string;
  names: readonly string[];
  /** `styles[name]`: which classes it uses cannot be checked. */
  isComputed: boolean;
}

const readModuleUses = (source: string): ModuleUse[] => {
  // Paths such as './shared.module.css' look like uses of a binding.
  const code = source.replace(/ from '[^']*'/g, '');
  return [...source.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)';$/gm)].map(
    ([, binding = '', path = '']) => ({
      path,
      names: [...code.matchAll(new RegExp(`\\b${binding}\\.(\\w+)`, 'g'))].map(
        ([, name = '']) => name,
      ),
      isComputed: new RegExp(`\\b${binding}\\[`).test(code),
    }),
  );
};

/** Classes written as `className="…"`, which only a global stylesheet can define. */
const readGlobalUses = (source: string): string[] =>
  [...source.matchAll(/className="([^"]+)"/g)].flatMap(([, names = '']) => names.split(/\s+/));

interface Files {
  stylesheets: ReadonlyMap<string, string>;
  sources: ReadonlyMap<string, string>;
}

const faultsOf = ({ stylesheets, sources }: Files): string[] => {
  const faults: string[] = [];
  const parsed = new Map([...stylesheets].map(([path, css]) => [path, readStylesheet(css)]));
  const used = new Map([...parsed].map(([path, { composed }]) => [path, new Set(composed)]));
  const isModule = (path: string): boolean => path.endsWith('.module.css');
  const globals = [...parsed].filter(([path]) => !isModule(path));
  for (const [file, source] of sources) {
    for (const { path, names, isComputed } of readModuleUses(source)) {
      const target = join(dirname(file), path);
      const known = parsed.get(target)?.classes;
      if (known === undefined) faults.push(`${file} imports ${target}, which does not exist`);
      if (isComputed) faults.push(`${file} computes the name of a class of ${target}`);
      for (const name of names) {
        used.get(target)?.add(name);
        if (known?.has(name) === false) faults.push(`${file} uses ${name}, missing in ${target}`);
      }
    }
    for (const name of readGlobalUses(source)) {
      const owners = globals.filter(([, { classes }]) => classes.has(name));
      for (const [path] of owners) used.get(path)?.add(name);
      if (owners.length === 0) faults.push(`${file} uses the undefined global class ${name}`);
    }
  }
  for (const [path, { classes }] of parsed) {
    for (const name of classes) {
      const isLibrary = !isModule(path) && name.startsWith('ant-');
      if (!isLibrary && used.get(path)?.has(name) !== true)
        faults.push(`${path}: ${name} is unused`);
    }
  }
  return faults;
};

const readFiles = (pattern: RegExp): Map<string, string> =>
  new Map(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => pattern.test(path) && !/\.test\.tsx?$/.test(path))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );

describe('classes of the stylesheets', () => {
  it('are all defined and all used', () => {
    const files = { stylesheets: readFiles(/\.css$/), sources: readFiles(/\.tsx?$/) };
    expect(files.stylesheets.size).toBeGreaterThan(30);
    expect(faultsOf(files)).toEqual([]);
  });
});

describe('breakpoints', () => {
  it('follow the text size: with larger text a layout becomes narrow earlier', () => {
    const inPixels = [...readFiles(/\.css$/)].flatMap(([path, css]) =>
      [...css.matchAll(/@(?:media|container)[^{]*\dpx[^{]*/g)].map(
        ([query]) => `${path}: ${query}`,
      ),
    );
    expect(inPixels).toEqual([]);
  });
});

describe('the checker of classes', () => {
  it.each<[string, string, string, string[]]>([
    [
      'a class the module lacks',
      '.a {}',
      'styles.a styles.b',
      ['x.tsx uses b, missing in x.module.css'],
    ],
    [
      'an unused class',
      '.a {} .b:hover > .c {}',
      'styles.a styles.b',
      ['x.module.css: c is unused'],
    ],
    [
      'a computed name',
      '.a {}',
      'styles.a styles[kind]',
      ['x.tsx computes the name of a class of x.module.css'],
    ],
    ['no composed class', '.a {} .b { composes: a; }', 'styles.b', []],
    ['no class of a library', '.a :global(.ant-btn) {}', 'styles.a', []],
    [
      'an undefined global class',
      '.a {}',
      'styles.a className="b"',
      ['x.tsx uses the undefined global class b'],
    ],
  ])('reports %s', (_, css, use, faults) => {
    const source = `import styles from './x.module.css';\n${use}`;
    const files = {
      stylesheets: new Map([['x.module.css', css]]),
      sources: new Map([['x.tsx', source]]),
    };
    expect(faultsOf(files)).toEqual(faults);
  });
});
