import { createRequire } from 'node:module';
import { mayMatch, requirementsOf } from './selector-filter.js';

const requireOfJest = createRequire(import.meta.url);
const requireOfEnvironment = createRequire(requireOfJest.resolve('jest-environment-jsdom'));
const requireOfJsdom = createRequire(requireOfEnvironment.resolve('jsdom'));
/** A module of jsdom's own. @param {string} path */
const jsdom = (path) => requireOfEnvironment(`jsdom/lib/jsdom/${path}`);

const styleRules = jsdom('living/helpers/style-rules.js');
const { matchesDontThrow } = jsdom('living/helpers/selectors.js');
const { parse } = requireOfJsdom('rrweb-cssom');
const { CSSStyleDeclaration } = requireOfJsdom('cssstyle');

/**
 * A rule, and its place in the cascade.
 * @typedef {{ place: number, selectorText: string, style: CSSStyleDeclaration }} Entry
 * @typedef {{ any: Entry[], byTag: Map<string, Entry[]>, byClass: Map<string, Entry[]> }} Index
 */

/** The rules of a sheet that apply to a screen, as in jsdom. @param {CSSStyleSheet} sheet */
const rulesOf = (sheet) =>
  sheet.cssRules.flatMap((rule) => {
    if (!rule.media) return [rule];
    return Array.from(rule.media).includes('screen') ? rule.cssRules : [];
  });

/** @param {Map<string, Entry[]>} map @param {string} key @param {Entry} entry */
const push = (map, key, entry) => {
  const entries = map.get(key);
  if (entries) entries.push(entry);
  else map.set(key, [entry]);
};

/** Groups rules by what an element must have to match, as browsers do. @param {CSSStyleSheet[]} sheets */
const indexOf = (sheets) => {
  /** @type {Index} */
  const index = { any: [], byTag: new Map(), byClass: new Map() };
  for (const [place, { selectorText, style }] of sheets.flatMap(rulesOf).entries()) {
    if (typeof selectorText !== 'string') continue;
    const entry = { place, selectorText, style };
    for (const { tag, classes } of requirementsOf(selectorText) ?? [{ classes: [] }]) {
      const [name] = classes;
      if (name !== undefined) push(index.byClass, name, entry);
      else if (tag !== undefined) push(index.byTag, tag, entry);
      else index.any.push(entry);
    }
  }
  return index;
};

/** The rules that match an element, in the order of the cascade. @param {Index} index */
const matchingEntries = (element, { any, byTag, byClass }) => {
  const found = new Set([...any, ...(byTag.get(element.localName.toLowerCase()) ?? [])]);
  const classes = (element.getAttributeNS(null, 'class') ?? '').toLowerCase().split(/\s+/);
  for (const name of classes) for (const entry of byClass.get(name) ?? []) found.add(entry);
  return [...found]
    .filter(
      ({ selectorText }) =>
        mayMatch(element, selectorText) && matchesDontThrow(element, selectorText),
    )
    .sort((one, other) => one.place - other.place);
};

/** Later styles override earlier ones, as in jsdom. @param {CSSStyleDeclaration[]} styles */
const declare = (styles) => {
  const declaration = new CSSStyleDeclaration();
  for (const style of styles) {
    for (const property of Array.from(style)) {
      const value = style.getPropertyValue(property);
      if (value === 'unset') declaration.removeProperty(property);
      else declaration.setProperty(property, value, style.getPropertyPriority(property));
    }
  }
  return declaration;
};

const defaultSheet = parse(jsdom('browser/default-stylesheet.js'));

/**
 * The style sheets of a document, indexed, with the declarations of its elements by the rules that match them.
 * @typedef {{ sheets: CSSStyleSheet[], ruleCounts: number[], index: Index, declarations: Map<string, CSSStyleDeclaration> }} Cascade
 */

/** @type {WeakMap<object, Cascade>} */
const cascades = new WeakMap();

/** @returns {Cascade} */
const cascadeOf = (document) => {
  const sheets = document.styleSheets._list;
  const known = cascades.get(document);
  const isCurrent =
    known?.sheets.length === sheets.length &&
    sheets.every(
      (sheet, at) => sheet === known.sheets[at] && sheet.cssRules.length === known.ruleCounts[at],
    );
  if (isCurrent) return known;
  const cascade = {
    sheets: [...sheets],
    ruleCounts: sheets.map(({ cssRules }) => cssRules.length),
    index: indexOf([defaultSheet, ...sheets]),
    declarations: new Map(),
  };
  cascades.set(document, cascade);
  return cascade;
};

/** By jsdom's cache of styles, which it replaces whenever the document changes. @type {WeakMap<WeakMap, Cascade>} */
const current = new WeakMap();

const getDeclarationForElement = (element) => {
  const document = element._ownerDocument;
  const styleCache = (document._styleCache ??= new WeakMap());
  const known = styleCache.get(element);
  if (known) return known;
  if (!current.has(styleCache)) current.set(styleCache, cascadeOf(document));
  const { index, declarations } = current.get(styleCache);
  const entries = matchingEntries(element, index);
  const inline = element.getAttributeNS(null, 'style') ?? '';
  const key = `${entries.map(({ place }) => place).join()} ${inline}`;
  const styles = entries.map(({ style }) => style);
  const declaration =
    declarations.get(key) ?? declare(inline === '' ? styles : [...styles, element.style]);
  declarations.set(key, declaration);
  styleCache.set(element, declaration);
  return declaration;
};

/**
 * Replaces a function of jsdom that takes a third of the time of the component tests: the queries of testing-library by
 * role ask for the style of each element, and jsdom compares it and its ancestors with every rule of every sheet. This
 * one compares it with the rules for its tag and its classes, and elements with the same rules share a declaration.
 * Call before jsdom is loaded, which keeps a reference to the function.
 */
export const indexStyleRules = () => {
  styleRules.getDeclarationForElement = getDeclarationForElement;
};

/**
 * Computes of a style only what is asked for; jsdom copies all properties, and computes the colours.
 * @param {Window} window
 */
export const computeStylesLazily = (window) => {
  const { implForWrapper } = jsdom('living/generated/utils.js');
  const { getResolvedValue, propertiesWithResolvedValueImplemented: resolved } = styleRules;
  const { getComputedStyle } = window;
  /** @type {WeakMap<CSSStyleDeclaration, CSSStyleDeclaration>} */
  const copies = new WeakMap();
  const copyOf = (declaration) => {
    const copy = copies.get(declaration) ?? declare([declaration]);
    copies.set(declaration, copy);
    return copy;
  };
  window.getComputedStyle = (element, pseudoElement) => {
    const impl = implForWrapper(element);
    if (!impl || pseudoElement) return getComputedStyle.call(window, element, pseudoElement);
    const getPropertyValue = (name) =>
      name in resolved
        ? getResolvedValue(impl, name)
        : copyOf(getDeclarationForElement(impl)).getPropertyValue(name);
    let whole;
    return new Proxy(
      { getPropertyValue },
      {
        get: (own, name) => {
          if (Object.hasOwn(own, name)) return own[name];
          // user-event reads `pointerEvents` of each element that it clicks, and of its ancestors.
          const property = String(name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
          if (property in resolved) return getPropertyValue(property);
          whole ??= getComputedStyle.call(window, element);
          const value = whole[name];
          return typeof value === 'function' ? value.bind(whole) : value;
        },
      },
    );
  };
};
