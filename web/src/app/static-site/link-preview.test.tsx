/**
 * @jest-environment node
 */

import { readFileSync } from 'node:fs';
import { addLinkPreview, describePage, descriptionOf } from './link-preview.js';

const page = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8');
const preview = addLinkPreview(page, { name: 'Files & More', origin: 'https://files.example.com' });

const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}"\\s+content="([^"]*)"`).exec(html)?.[1];

// Every share has this page: what it says is all that a link preview shows of a share.
describe('the link preview of a share', () => {
  it('is the card of the product', () => {
    expect(contentOf(preview, 'og:site_name')).toBe('Files &amp; More');
    expect(contentOf(preview, 'og:title')).toMatch(/^Files &amp; More – send files/);
    expect(contentOf(preview, 'og:description')).toMatch(/Share files of any kind/);
    expect(contentOf(preview, 'og:image')).toBe('https://files.example.com/og.png');
    expect(contentOf(preview, 'twitter:card')).toBe('summary_large_image');
    expect(contentOf(preview, 'robots')).toBe('noindex');
    expect(preview).not.toContain('og:url');
    expect(descriptionOf(preview).title).toMatch(/^Files & More – send files/);
  });
});

describe('a page of the app', () => {
  const described = describePage(preview, {
    title: 'Settings – $1 "T"',
    description: 'Your <plan>.',
  });

  it('has its own title and description, also in its link preview', () => {
    expect(descriptionOf(described)).toEqual({
      title: 'Settings – $1 "T"',
      description: 'Your <plan>.',
    });
    expect(contentOf(described, 'og:title')).toBe('Settings – $1 &quot;T&quot;');
    expect(contentOf(described, 'og:description')).toBe('Your &lt;plan&gt;.');
    expect(described).toContain('<title>Settings – $1 &quot;T&quot;</title>');
  });

  it('has each tag once', () => {
    const tags = [...described.matchAll(/<(?:meta (?:name|property)="[^"]+"|title)/g)].map(
      ([tag]) => tag,
    );
    expect(new Set(tags).size).toBe(tags.length);
  });
});
