import { pathOfClick } from './client-links.js';

const origin = 'https://tandem.example';
const here = new URL(`${origin}/privacy?a=1`);

const click = (html: string, init: MouseEventInit = {}): string | null => {
  document.body.innerHTML = html;
  const target = document.querySelector('b') ?? document.querySelector('a') ?? document.body;
  let path: string | null = null;
  const listen = (event: MouseEvent): void => {
    path = pathOfClick(event, here);
    // jsdom cannot navigate.
    event.preventDefault();
  };
  document.addEventListener('click', listen);
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
  document.removeEventListener('click', listen);
  return path;
};

describe('plain links in the running app', () => {
  it('navigate without loading the page again', () => {
    expect(click(`<a href="${origin}/terms?a=1#b"><b>Terms</b></a>`)).toBe('/terms?a=1#b');
  });

  it.each([
    `<a href="https://elsewhere.example/terms">x</a>`,
    `<a href="${origin}/api/openapi.json">x</a>`,
    `<a href="${origin}/tutorial.webm">x</a>`,
    `<a href="${origin}/terms" target="_blank">x</a>`,
    `<a href="${origin}/terms" download>x</a>`,
    `<b>no link</b>`,
    `<a href="${here}#content">x</a>`,
  ])('leaves %s to the browser', (html) => {
    expect(click(html)).toBeNull();
  });

  it('with a hash navigate to another page or query', () => {
    expect(click(`<a href="${origin}/terms#content">x</a>`)).toBe('/terms#content');
    expect(click(`<a href="${origin}/privacy#content">x</a>`)).toBe('/privacy#content');
  });

  it('leave a click with a modifier to the browser', () => {
    expect(click(`<a href="${origin}/terms">x</a>`, { ctrlKey: true })).toBeNull();
    expect(click(`<a href="${origin}/terms">x</a>`, { button: 1 })).toBeNull();
  });
});
