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

const styleRulesOf = (sheet: CSSStyleSheet): CSSStyleRule[] =>
  [...sheet.cssRules].flatMap((rule) => ('selectorText' in rule ? (rule as CSSStyleRule) : []));

const rulesOf = (sheet: CSSStyleSheet): string[] =>
  styleRulesOf(sheet).map(({ selectorText }) => selectorText);

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

describe('the style of an element', () => {
  afterEach(tidyUp);

  it('is that of the last rule that matches, for each element of a page', async () => {
    startApi();
    renderApp('/login', null);
    await screen.findByLabelText('Email');
    const rules = [...document.styleSheets].flatMap(styleRulesOf);
    const properties = ['display', 'position', 'cursor', 'opacity', 'text-align'];
    let compared = 0;
    for (const element of document.querySelectorAll('body *')) {
      const styles = rules
        .filter(({ selectorText }) => matches(element, selectorText))
        .map(({ style }) => style);
      if (element instanceof HTMLElement) styles.push(element.style);
      for (const property of properties) {
        const expected = styles.map((style) => style.getPropertyValue(property)).filter(Boolean);
        if (expected.length === 0) continue;
        compared += 1;
        expect(getComputedStyle(element).getPropertyValue(property)).toBe(expected.at(-1));
      }
    }
    expect(compared).toBeGreaterThan(50);
  });

  it('follows classes, attributes, sheets, rules and inline styles', () => {
    const { body, head } = document;
    body.innerHTML = '<p class="a"><b>text</b></p>';
    const [p, b] = body.querySelectorAll<HTMLElement>('p, b');
    if (!p || !b) throw new Error('no elements');
    const styleOf = (element: Element) => {
      const style = getComputedStyle(element);
      return [style.getPropertyValue('display'), style.visibility, style.fontWeight];
    };
    expect([styleOf(p), styleOf(b)]).toEqual([
      ['block', 'visible', ''],
      ['', 'visible', 'bold'],
    ]);
    const sheet = document.createElement('style');
    sheet.textContent = '.a { visibility: hidden } [title] b { display: none }';
    head.append(sheet);
    expect([styleOf(p)[1], styleOf(b)]).toEqual(['hidden', ['', 'hidden', 'bold']]);
    p.title = 'title';
    expect(styleOf(b)[0]).toBe('none');
    p.classList.remove('a');
    expect(styleOf(b)[1]).toBe('visible');
    sheet.sheet?.insertRule('b { font-weight: normal }', 2);
    b.style.display = 'flex';
    expect(styleOf(b)).toEqual(['flex', 'visible', 'normal']);
    sheet.remove();
    expect(styleOf(b)).toEqual(['flex', 'visible', 'bold']);
  });
});
