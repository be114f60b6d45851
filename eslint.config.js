import js from '@eslint/js';
import globals from 'globals';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { smallFolders } from './tools/eslint-rules/small-folders.mjs';
import { catalogueOnly } from './tools/eslint-rules/texts-in-catalogue.mjs';

/** Functions are arrow functions bound to a `const`; what an arrow function cannot be stays a declaration. */
const declaredFunction = [
  'FunctionDeclaration:not([generator=true])',
  ':not(:has(> TSTypeAnnotation > TSTypePredicate[asserts=true]))',
  ':not(:has(> BlockStatement ThisExpression))',
].join('');
const arrowFunctions = { selector: declaredFunction, message: 'write a const arrow function' };
const arrowFunctionsBesideComponents = {
  selector: `${declaredFunction}[id.name=/^[a-z]/]`,
  message: 'only components are function declarations',
};
const declaredComponents = {
  selector: 'VariableDeclarator[id.name=/^[A-Z]/] > ArrowFunctionExpression',
  message: 'write components as function declarations',
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/gen/**',
      '**/node_modules/**',
      '**/test-results/**',
      '**/playwright-report/**',
      '.state/**',
      'screenshots/**',
    ],
  },
  js.configs.recommended,
  {
    rules: {
      'no-restricted-syntax': ['error', arrowFunctions],
      'no-duplicate-imports': 'error',
      'arrow-body-style': 'error',
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    // oxlint runs the rules that need types: see .oxlintrc.json and docs/adr/0009-native-type-check-and-lint.md.
    extends: [tseslint.configs.strict],
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      // PascalCase for components, models and schemas.
      '@typescript-eslint/naming-convention': [
        'error',
        { selector: 'variable', modifiers: ['destructured'], format: null },
        { selector: 'variable', format: ['camelCase', 'PascalCase'], leadingUnderscore: 'allow' },
        { selector: 'function', format: ['camelCase', 'PascalCase'] },
      ],
    },
  },
  {
    files: ['**/*.tsx'],
    rules: {
      'no-restricted-syntax': ['error', arrowFunctionsBesideComponents, declaredComponents],
    },
  },
  {
    files: ['web/**/*.{ts,tsx,js}'],
    languageOptions: { globals: globals.browser },
    ...reactHooks.configs.flat.recommended,
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@tandem/proto/*', '!@tandem/proto/browser'],
              message: 'web imports proto/browser only',
            },
            {
              group: ['@tandem/proto/browser/http/*', '@tandem/proto/browser/ws/*'],
              allowTypeImports: true,
              message: 'import types only: the schemas would bring zod into the bundle',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['proto/browser/*.ts', 'proto/browser/audit/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['zod', './http/*', './ws/*', '../http/*', '../ws/*'],
              allowTypeImports: true,
              message: 'constants import no zod: web loads them at run time',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: ['web/src/lib/http/http.ts', 'web/src/sw/**', '**/*.test.{ts,tsx}', '**/test/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'call the API through lib/http/http.ts' },
      ],
    },
  },
  { files: ['**/*.{js,mjs,cjs}'], languageOptions: { globals: { ...globals.node } } },
  ...catalogueOnly(),
  ...smallFolders(),
);
