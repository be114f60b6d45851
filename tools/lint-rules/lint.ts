import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { root } from '../bootstrap/exec.mjs';

export interface Finding {
  file: string;
  /** `no-var`, `typescript/await-thenable`, `tandem/names`. */
  rule: string;
}

interface Config {
  rules: Record<string, unknown>;
  overrides: { rules?: Record<string, unknown> }[];
}

const configFile = '.oxlintrc.json';

/** All rules that the configuration of the repository turns on for some files. */
export const configuredRules = (): string[] => {
  const { rules, overrides } = JSON.parse(readFileSync(join(root, configFile), 'utf8')) as Config;
  const settings = [rules, ...overrides.map((override) => override.rules ?? {})];
  const isOn = ([, setting]: [string, unknown]) => setting !== 'off';
  return [...new Set(settings.flatMap((part) => Object.entries(part).filter(isOn)))].map(
    ([name]) => name,
  );
};

const oxlint = (args: readonly string[], cwd: string): Promise<string> =>
  new Promise((resolve) => {
    const bin = join(root, 'node_modules/.bin');
    const env = { ...process.env, OXLINT_TSGOLINT_PATH: join(bin, 'tsgolint') };
    const options = { cwd, env, maxBuffer: 64 * 1024 * 1024 };
    execFile(join(bin, 'oxlint'), args, options, (_error, stdout) => resolve(stdout));
  });

export interface KnownRule {
  scope: string;
  value: string;
  /** Part of the recommended configuration of the linter from which oxlint has the rule. */
  recommended: boolean;
}

export const knownRules = async (): Promise<KnownRule[]> =>
  JSON.parse(await oxlint(['--rules', '-f', 'json'], root)) as KnownRule[];

/** `eslint(no-var)` and `typescript(await-thenable)`, as in the configuration. */
const nameOf = (code: string): string =>
  code
    .replace(/^eslint\((.*)\)$/, '$1')
    .replace(/^(.*)\((.*)\)$/, '$1/$2')
    .replace('react-hooks/', 'react/');

/** Runs oxlint with the configuration of the repository over a folder with these files. */
export const lint = async (files: Record<string, string>): Promise<Finding[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  try {
    cpSync(join(root, configFile), join(folder, configFile));
    cpSync(join(root, 'tools/lint-rules'), join(folder, 'tools/lint-rules'), { recursive: true });
    const compilerOptions = { strict: true, target: 'ES2023', module: 'ESNext', types: [] };
    const jsx = { jsx: 'preserve', allowJs: true, noEmit: true };
    const tsconfig = JSON.stringify({ compilerOptions: { ...compilerOptions, ...jsx } });
    writeFileSync(join(folder, 'tsconfig.json'), tsconfig);
    for (const [name, code] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), code);
    }
    const ignored = ['--ignore-pattern', 'tools/lint-rules/**'];
    const report = JSON.parse(await oxlint(['-f', 'json', ...ignored], folder)) as {
      diagnostics: { filename: string; code?: string }[];
    };
    return report.diagnostics.map(({ filename, code = 'directive' }) => ({
      file: filename,
      rule: nameOf(code),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Lints the code of all cases in one run. Returns the rules that each violates; every case has a folder of its own. */
export const lintCases = async (
  cases: readonly { file: string; code: string }[],
): Promise<string[][]> => {
  const files = cases.map(({ file }, index) =>
    join(dirname(file), `case-${String(index)}`, basename(file)),
  );
  const codes = cases.map(({ code }, index) => [files[index] ?? '', code]);
  const findings = await lint(Object.fromEntries(codes) as Record<string, string>);
  return files.map((path) => findings.filter(({ file }) => file === path).map(({ rule }) => rule));
};
