/** @jest-environment node */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(process.cwd(), 'web');
const folder = join(root, 'public');

interface Manifest {
  name: string;
  start_url: string;
  scope: string;
  display: string;
  icons: { src: string; sizes: string; purpose?: string }[];
}

describe('the installable app', () => {
  const manifest = JSON.parse(
    readFileSync(join(folder, 'manifest.webmanifest'), 'utf8'),
  ) as Manifest;

  it('has a manifest with what browsers require [1.21]', () => {
    expect(manifest.display).toBe('standalone');
    expect(manifest.name).not.toBe('');
    expect(manifest.start_url.startsWith('/')).toBe(true);
    const sizes = manifest.icons.flatMap((icon) => icon.sizes.split(' '));
    expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
    expect(manifest.icons.some(({ purpose }) => purpose?.includes('maskable'))).toBe(true);
    for (const { src } of manifest.icons) expect(existsSync(join(folder, src))).toBe(true);
  });

  it('is linked from the page of the app [1.21]', () => {
    const page = readFileSync(join(root, 'index.html'), 'utf8');
    expect(page).toContain('rel="manifest" href="/manifest.webmanifest"');
  });
});
