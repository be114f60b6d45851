import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';

interface Environment {
  teardown: () => Promise<void>;
}

/** JavaScript, because Jest loads it before it can compile. */
const { default: NativeEnvironment } = (await import(
  new URL('native-environment.js', import.meta.url).href
)) as { default: new (config: object, context: object) => Environment };

/** As Jest does around a test file. */
const around = async (change: () => void) => {
  const environment = new NativeEnvironment(
    { projectConfig: { fakeTimers: {}, rootDir: '/' } },
    { testPath: '/a.test.ts' },
  );
  change();
  await environment.teardown();
};

describe('after a test file', () => {
  it('the environment variables and the working folder are restored', async () => {
    const before = { env: { ...process.env }, folder: process.cwd() };
    await around(() => {
      process.env['TZ'] = 'Pacific/Apia';
      process.env['LEFT_BY_A_TEST'] = 'yes';
      delete process.env['PATH'];
      process.chdir(tmpdir());
    });
    expect({ ...process.env }).toEqual(before.env);
    expect(process.cwd()).toBe(before.folder);
  });

  it('the clock runs and no function is replaced', async () => {
    const { setTimeout } = globalThis;
    const { hypot } = Math;
    await around(() => {
      jest.useFakeTimers();
      jest.spyOn(Math, 'hypot').mockReturnValue(0);
      expect(globalThis.setTimeout).not.toBe(setTimeout);
      expect(Math.hypot(3, 4)).toBe(0);
    });
    expect(globalThis.setTimeout).toBe(setTimeout);
    expect(Math.hypot).toBe(hypot);
  });

  it('replaced and deleted globals are back, and added ones stay for the libraries that added them', async () => {
    const { fetch, structuredClone } = globalThis;
    const added = globalThis as typeof globalThis & { addedByLibrary?: number };
    await around(() => {
      globalThis.fetch = () => Promise.resolve(new Response(null, { status: 503 }));
      Reflect.deleteProperty(globalThis, 'structuredClone');
      added.addedByLibrary = 1;
    });
    expect(globalThis.fetch).toBe(fetch);
    expect(globalThis.structuredClone).toBe(structuredClone);
    expect(added.addedByLibrary).toBe(1);
    delete added.addedByLibrary;
  });
});

describe('in a test file', () => {
  it('a stack names the line of the source', () => {
    const { stack = '' } = new Error('here');
    const [, line] = /native-environment\.test\.ts:(\d+)/.exec(stack) ?? [];
    const lines = readFileSync(fileURLToPath(import.meta.url), 'utf8').split('\n');
    expect(lines[Number(line) - 1]).toContain("new Error('here')");
  });
});
