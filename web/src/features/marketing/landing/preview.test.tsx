import { readFileSync } from 'node:fs';
import { render, screen } from '@testing-library/react';
import { Preview } from './preview.js';

/** Width and height of a lossy WebP file (RFC 9649, 2.5 and 2.7). */
const sizeOf = (path: string | null): [number, number] => {
  const file = readFileSync(new URL(`../../../../public${path}`, import.meta.url));
  const format = file.toString('latin1', 12, 16);
  if (format === 'VP8X') return [file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1];
  expect(format).toBe('VP8 ');
  return [file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff];
};

/** Beside the page itself, which is small. */
const largestBytes = 60 * 1024;

describe('the pictures of the product', () => {
  it('show both sides, with a text each', () => {
    render(<Preview />);
    expect(screen.getAllByRole('img')).toHaveLength(2);
    expect(screen.getByRole('img', { name: /The dashboard of a sender/ })).toBeDefined();
    expect(screen.getByRole('img', { name: /The recipient’s page/ })).toBeDefined();
  });

  it('keep their place before they are loaded, and load late', () => {
    render(<Preview />);
    for (const picture of document.querySelectorAll('picture')) {
      const [image, dark] = [picture.querySelector('img'), picture.querySelector('source')];
      expect(image?.getAttribute('loading')).toBe('lazy');
      expect(dark?.media).toBe('(prefers-color-scheme: dark)');
      for (const path of [image?.getAttribute('src') ?? null, dark?.srcset ?? null]) {
        expect(sizeOf(path)).toEqual([image?.width, image?.height]);
        const file = readFileSync(new URL(`../../../../public${path}`, import.meta.url));
        expect(file.length).toBeLessThan(largestBytes);
      }
    }
  });
});
