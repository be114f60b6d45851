/**
 * Who may import whom, as in docs/architecture.md. Folder names are patterns, so that a new service or feature is
 * covered from its first file.
 */
const tests = '(\\.(test|spec|bench|picture)\\.tsx?$|/(test|e2e)/)';

/** @param {string} name @param {string} comment @param {string} from @param {string | object} to @param {object} [more] */
const forbid = (name, comment, from, to, more = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: tests, ...more },
  to: typeof to === 'string' ? { path: to } : to,
});

/** Layers from the bottom up: a folder imports only from its own layer and those below. */
const layers = (root, floors) =>
  floors.slice(0, -1).map((floor, index) => {
    const above = floors.slice(index + 1).flat();
    return forbid(
      `${root.split('/').at(-1) === 'src' ? root.split('/').at(-2) : root.split('/').at(-1)}-${floor[0]}-imports-downward`,
      `${floor.join(', ')} must not import ${above.join(', ')}`,
      `^${root}/(${floor.join('|')})(/|\\.ts)`,
      `^${root}/(${above.join('|')})(/|\\.ts)`,
    );
  });

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Break the circle: move what both need into a file below them.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    forbid(
      'proto-stands-alone',
      'proto imports nothing of ours',
      '^proto/',
      '^(services|gateway|web|tools)/',
    ),
    forbid(
      'kit-stands-alone',
      'the kit imports nothing of ours',
      '^services/_kit/',
      '^(proto|gateway|web|tools|services/(?!_kit/))',
    ),
    forbid(
      'services-stand-alone',
      'a service imports proto and kit only',
      '^services/([^_/][^/]*)/',
      {
        path: '^(gateway|web|tools|services/[^_/][^/]*)/',
        pathNot: '^services/$1/',
      },
    ),
    forbid(
      'gateway-owns-no-data',
      'the gateway calls services over gRPC and has no database',
      '^gateway/',
      '^(web|tools|services/(?!_kit/)|services/_kit/src/mongo)/|node_modules/mongoose/',
    ),
    forbid(
      'only-stores-use-mongoose',
      'only *.store.ts imports mongoose',
      '^services/(?!_kit/)',
      'node_modules/mongoose/',
      {
        pathNot: `\\.store\\.ts$|${tests}`,
      },
    ),
    forbid(
      'only-the-server-uses-uwebsockets',
      'only http/server.ts imports uWebSockets.js',
      '^services/signalling/',
      'node_modules/uWebSockets\\.js/',
      {
        pathNot: `/http/server\\.ts$|${tests}`,
      },
    ),
    forbid('web-is-for-browsers', 'no Node code in the browser', '^web/src/', {
      dependencyTypes: ['core'],
    }),
    forbid(
      'engine-is-plain',
      'the engine imports neither React nor the rest of the app',
      '^web/src/transfer/',
      '^web/src/(app|features|components|lib|theme)/|node_modules/(react|react-dom|antd|@reduxjs|react-redux)/',
    ),
    forbid('features-stand-alone', 'no feature imports another', '^web/src/features/([^/]+)/', {
      path: '^web/src/features/[^/]+/',
      pathNot: '^web/src/features/$1/',
    }),
    forbid(
      'features-below-app',
      'features, components and lib do not import app',
      '^web/src/(features|components|lib|theme)/',
      '^web/src/app/',
    ),
    forbid(
      'lib-below-features',
      'components and lib do not import features',
      '^web/src/(components|lib|theme)/',
      '^web/src/features/',
    ),
    forbid(
      'translations-import-no-texts',
      'a translation is loaded before the modules that choose their texts; it imports their types only',
      '^web/src/languages/',
      {
        path: '(/texts|-texts|/policy|/plan-names)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    ...layers('services/signalling/src', [
      ['protocol', 'room'],
      ['access', 'cluster'],
      ['pod'],
      ['http'],
      ['main'],
    ]),
    ...layers('web/src/transfer', [
      ['support'],
      ['wire'],
      ['signalling'],
      ['trust'],
      ['connection'],
      ['progress', 'pacing'],
      ['lanes', 'check'],
      ['send', 'receive', 'sinks'],
      ['api', 'session-events', 'index'],
    ]),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(gen|dist)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
      exportsFields: ['exports'],
      conditionNames: ['@tandem/source', 'import', 'node', 'default'],
    },
  },
};
