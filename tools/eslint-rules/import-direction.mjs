import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Who may import whom, derived from the folder list so that a new service or feature is covered
 * the day it appears: proto and kit know nothing of ours; a service knows proto and kit; the gateway
 * the same, and never a database; web never Node code; no feature another; the engine no framework.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
/** @param {string} path */
const foldersIn = (path) =>
  readdirSync(`${root}${path}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

/**
 * @param {string[]} files
 * @param {[string | string[], string][]} patterns each with the sentence the author of the import reads
 * @param {string[]} [except]
 */
const forbid = (files, patterns, except = []) => ({
  files,
  ignores: except,
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: patterns.map(([group, message]) => ({ group: [group].flat(), message })) },
    ],
  },
});

export const importDirection = () => {
  const services = foldersIn('services').filter((name) => !name.startsWith('_'));
  /** @type {string[]} */
  let features = [];
  try {
    features = foldersIn('web/src/features');
  } catch {
    // a checkout of the back end alone has no features
  }
  const ourServices = [
    ...services.map((name) => `@tandem/${name}`),
    '@tandem/gateway',
    '@tandem/web',
  ];
  const tests = ['**/*.test.ts', '**/test/**'];
  return [
    forbid(['services/_kit/src/**'], [['@tandem/*', 'the kit imports nothing of ours']]),
    ...services.map((name) =>
      forbid(
        [`services/${name}/src/**`],
        [
          [ourServices, 'a service imports proto and kit only'],
          ['mongoose', 'only *.store.ts imports mongoose'],
          ['uWebSockets.js', 'only server.ts imports uWebSockets.js'],
        ],
        [...tests, '**/*.store.ts', 'services/signalling/src/http/server.ts'],
      ),
    ),
    forbid(
      ['gateway/src/**'],
      [
        [ourServices, 'the gateway talks to services over gRPC'],
        [['mongoose', '@tandem/kit/mongo'], 'the gateway owns no data'],
      ],
      tests,
    ),
    forbid(
      ['web/src/transfer/**'],
      [
        [
          ['react*', 'antd', '@reduxjs/*', '../features/*', '../app/*', '../components/*'],
          'the engine is plain TypeScript',
        ],
      ],
    ),
    ...features.map((name) =>
      forbid(
        [`web/src/features/${name}/**`],
        [
          [
            features.filter((other) => other !== name).map((other) => `../${other}/**`),
            'no feature imports another',
          ],
          [['node:*', '@tandem/kit*'], 'no Node code in the browser'],
        ],
        ['**/*.test.tsx'],
      ),
    ),
  ];
};
