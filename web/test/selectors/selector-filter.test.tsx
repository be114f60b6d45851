/** The filter never rejects a rule that the selector engine matches. */
import { screen } from '@testing-library/react';
import { renderApp, startApi, tidyUp } from '../render-app.js';
import { mayMatch, requirementsOf } from './selector-filter.js';

describe('requirements of a selector', () => {
  it.each([
    ['div', [{ tag: 'div', classes: [] }]],
    ['.card .Title', [{ classes: ['title'] }]],
    ['.card>button.primary:hover', [{ tag: 'button', classes: ['primary'] }]],
    [':where(.css-1).ant-btn', [{ classes: ['ant-btn'] }]],
    ['.a:not(.b)::before, h1', [{ classes: ['a'] }, { tag: 'h1', classes: [] }]],
    ['a[title=".b > .c"]', [{ tag: 'a', classes: [] }]],
    ['*', [{ classes: [] }]],
    [':is(.a, .b) + #c.d', [{ classes: ['d'] }]],
  ])('%s', (selector, expected) => expect(requirementsOf(selector)).toEqual(expected));

  it.each(['.a\\:b', 'svg|a', '& .a'])('%s is not parsed', (selector) =>
    expect(requirementsOf(selector)).toBeUndefined(),
  );
});

const rulesOf = (sheet: CSSStyleSheet): string[] =>
  [...sheet.cssRules].flatMap((rule) => ('selectorText' in rule ? String(rule.selectorText) : []));

const matches = (element: Element, selector: string): boolean => {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
};

it('rejects most rules of a page and none that match', async () => {
  startApi();
  renderApp('/login', null);
  await screen.findByLabelText('Email');
  expect(document.styleSheets.length).toBeGreaterThan(1);
  const selectors = [...new Set([...document.styleSheets].flatMap(rulesOf))];
  const pairs = [...document.querySelectorAll('*')].flatMap((element) =>
    selectors.map((selector) => ({ element, selector, isKept: mayMatch(element, selector) })),
  );
  const rejected = pairs.filter(({ isKept }) => !isKept);
  expect(rejected.length / pairs.length).toBeGreaterThan(0.9);
  const wrong = rejected.filter(({ element, selector }) => matches(element, selector));
  expect(wrong.map(({ selector }) => selector)).toEqual([]);
  expect(pairs.some(({ element, selector, isKept }) => isKept && matches(element, selector))).toBe(
    true,
  );
  tidyUp();
});
