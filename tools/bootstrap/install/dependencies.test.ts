import { isInstalled, requireNode } from './dependencies.mjs';

describe('isInstalled', () => {
  const wanted = {
    '': { version: '0.1.0' },
    'services/shares': { version: '0.1.0' },
    'node_modules/@tandem/shares': { link: true },
    'node_modules/zod': { version: '4.6.7' },
    'web/node_modules/debug': { version: '4.0.0' },
    'node_modules/only-for-macos': { version: '1.0.0', optional: true },
  };
  const installed = {
    'services/shares': { version: '0.1.0' },
    'node_modules/@tandem/shares': { link: true },
    'node_modules/zod': { version: '4.6.7' },
    'web/node_modules/debug': { version: '4.0.0' },
  };
  const without = (path: string) =>
    Object.fromEntries(Object.entries(installed).filter(([each]) => each !== path));

  it('accepts matching versions; optional packages of other systems may be absent', () => {
    expect(isInstalled(wanted, installed)).toBe(true);
  });

  it.each(['node_modules/zod', 'web/node_modules/debug', 'node_modules/@tandem/shares'])(
    'rejects an installation without %s',
    (path) => {
      expect(isInstalled(wanted, without(path))).toBe(false);
    },
  );

  it('rejects another version', () => {
    expect(isInstalled(wanted, { ...installed, 'node_modules/zod': { version: '4.6.8' } })).toBe(
      false,
    );
  });
});

describe('requireNode', () => {
  it.each(['20.20.2', '22.1.0'])('accepts %s', (version) => {
    expect(() => requireNode(version)).not.toThrow();
  });
  it.each(['18.20.0', '24.0.0'])('rejects %s and names the supported releases', (version) => {
    expect(() => requireNode(version)).toThrow(`Node 20 or 22 is needed; this is ${version}.`);
  });
});
