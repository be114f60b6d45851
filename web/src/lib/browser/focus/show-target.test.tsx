import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { showTarget } from './show-target.js';

const scrolled = jest.fn<(id: string) => void>();
// jsdom has no layout.
Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
  scrolled(this.id);
};

let stop = (): void => undefined;
beforeEach(() => scrolled.mockClear());
afterEach(() => stop());

describe('the target of a hash', () => {
  it.each([
    ['#content', '<main id="content" tabindex="-1"></main>', 'content'],
    ['#section-2', '<h2 id="section-2">Plans</h2>', 'section-2'],
    ['#caf%C3%A9', '<h2 id="café">Café</h2>', 'café'],
    ['#%', '<h2 id="%">Percent</h2>', '%'],
  ])('%s is shown and gets the focus', (hash, html, id) => {
    document.body.innerHTML = html;
    stop = showTarget(hash);
    expect(scrolled.mock.calls).toEqual([[id]]);
    expect(document.activeElement?.id).toBe(id);
  });

  it('is shown when the page arrives later', async () => {
    document.body.innerHTML = '';
    stop = showTarget('#questions');
    document.body.innerHTML = '<section id="questions"><a href="/x">x</a></section>';
    await waitFor(() => expect(document.activeElement?.id).toBe('questions'));
    expect(scrolled).toHaveBeenCalledTimes(1);
  });

  it('cannot be focused by a click after the focus has left it', () => {
    document.body.innerHTML = '<section id="questions"><a href="/x">x</a></section>';
    stop = showTarget('#questions');
    document.querySelector('a')?.focus();
    expect(document.getElementById('questions')?.hasAttribute('tabindex')).toBe(false);
  });

  it('may be missing or malformed', () => {
    document.body.innerHTML = '<h2 id="a">A</h2>';
    for (const hash of ['#%', '#b', '#']) showTarget(hash)();
    expect(scrolled).not.toHaveBeenCalled();
  });
});
