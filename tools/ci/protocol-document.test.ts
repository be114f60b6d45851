/** docs/protocol.md describes every frame, code and message that the code knows. */

import { readFileSync } from 'node:fs';
import { closeCodes, frameErrorCodes } from '@tandem/proto/browser/close-codes';
import { clientFrame, serverFrame } from '@tandem/proto/browser/ws/frames';
import { z } from 'zod';
import { at } from '../../helm/test/lib/paths.js';

const text = readFileSync(at('docs/protocol.md'), 'utf8');

/** The rows of the table whose first column has this heading. */
const tableOf = (heading: string): string[][] => {
  const [, body = ''] =
    new RegExp(`^\\| ${heading} .*\n\\|[ -|]*\n((?:\\|.*\n)*)`, 'm').exec(text) ?? [];
  const lines = body.split('\n').filter((line) => line !== '');
  return lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
};

/** Covered by the row "any other from 4000": the client broke the protocol, and does not reconnect. */
const protocolErrors: readonly number[] = [4000, 4002, 4009, 4010, 4017];

describe('docs/protocol.md', () => {
  it('lists the close codes, and whether a client reconnects after them', () => {
    const listed = tableOf('close code').flatMap(([codes = '', , answer = '']) =>
      codes
        .split(', ')
        .filter((code) => /^\d+$/.test(code))
        .map((code) => [Number(code), answer.startsWith('yes')] as const),
    );
    const known = Object.values(closeCodes).map(
      ({ closeCode, isRetryable }) => [closeCode, isRetryable] as const,
    );
    const others = protocolErrors.map((code) => [code, false] as const);
    expect(Object.fromEntries([...listed, ...others])).toEqual(Object.fromEntries(known));
  });

  it('lists the errors about one frame, and which of them are retryable', () => {
    const listed = tableOf('code').map(([code = '', meaning = '']) => [
      code.replaceAll('`', ''),
      meaning.includes('(retryable)'),
    ]);
    const known = Object.values(frameErrorCodes);
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries(known.map(({ errorCode, isRetryable }) => [errorCode, isRetryable])),
    );
  });

  it('lists the types of frames', () => {
    const typesIn = (schema: z.ZodType): string[] => {
      const frames = z.toJSONSchema(schema).oneOf ?? z.toJSONSchema(schema).anyOf ?? [];
      return frames.flatMap(({ properties }) => {
        const type = properties?.['type'];
        return typeof type === 'object' ? ([type.const ?? type.enum].flat() as string[]) : [];
      });
    };
    const listed = tableOf('type').flatMap(([types = '']) => types.replaceAll('`', '').split(', '));
    const known = new Set([...typesIn(clientFrame), ...typesIn(serverFrame)]);
    expect(listed.sort()).toEqual([...known].sort());
  });

  it('describes every control message', () => {
    const source = readFileSync(at('web/src/transfer/wire/control-messages.ts'), 'utf8');
    const [, readers = ''] = /const readers: .* = \{\n(.*?)\n\};/s.exec(source) ?? [];
    const types = [...readers.matchAll(/^ {2}'?([a-z-]+)'?:/gm)].map(([, type = '']) => type);
    expect(types.length).toBeGreaterThan(20);
    expect(types.filter((type) => !text.includes(`{"type":"${type}"`))).toEqual([]);
  });
});
