/**
 * Texts that their own box, or a box around it, does not show whole, and labels of the navigation that break inside a
 * word.
 */

import type { Page } from '@playwright/test';

/** One line for each visible text that sticks out of its box or is cut off by a box around it. */
export const cutOffTexts = async (page: Page, name: string): Promise<string[]> => {
  const found = await page.evaluate(() => {
    interface Box {
      left: number;
      right: number;
      top: number;
      bottom: number;
    }
    const roundingPx = 1;
    const inset = (element: Element): Box => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { left, right, top, bottom };
    };
    const isSticking = (text: Box, box: Box, heightPx: number, axis: 'x' | 'y'): boolean =>
      axis === 'x'
        ? text.left < box.left - roundingPx || text.right > box.right + roundingPx
        : text.top < box.top - heightPx || text.bottom > box.bottom + heightPx;
    /** For screen readers only: a box of one pixel, also for what is inside. */
    const isVisuallyHidden = (element: Element): boolean => {
      for (let part: Element | null = element; part !== null; part = part.parentElement) {
        const { position, clipPath } = getComputedStyle(part);
        if (position === 'absolute' && (clipPath !== 'none' || part.clientWidth <= 1)) return true;
      }
      return false;
    };
    const isHidden = (element: Element): boolean =>
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      element.closest('[aria-hidden="true"]') !== null ||
      isVisuallyHidden(element);
    const describe = (element: Element): string => {
      const own = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
      return own.slice(0, 60);
    };
    const faultOf = (text: Box, parent: Element, fontPx: number): string | null => {
      let isOwn = true;
      for (let box: Element | null = parent; box !== null; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (isHidden(box)) return null;
        if (style.display.startsWith('inline') && !style.display.startsWith('inline-')) continue;
        if (style.display === 'contents') continue;
        const clipsX = style.overflowX === 'hidden' || style.overflowX === 'clip';
        const clipsY = style.overflowY === 'hidden' || style.overflowY === 'clip';
        const scrolls = style.overflowX === 'auto' || style.overflowX === 'scroll';
        const shortens = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        if (shortens && clipsX) {
          return isSticking(text, inset(box), 0, 'x') && box.closest('[title]') === null
            ? `shortened in ${describe(box)}`
            : null;
        }
        if (box.matches('.ant-table-tbody-virtual-holder')) return null;
        // A button, a card, a bar: text beyond its edge is on something else.
        const isPainted =
          Number.parseFloat(style.borderLeftWidth) > 0 ||
          !/, 0\)$|^transparent$/.test(style.backgroundColor);
        if (isOwn || clipsX || isPainted) {
          if (isSticking(text, inset(box), 0, 'x')) {
            return `${isOwn ? 'sticks out of' : 'is cut off by'} ${describe(box)}`;
          }
        }
        if (isOwn || clipsY || isPainted) {
          if (isSticking(text, inset(box), fontPx / 2, 'y')) {
            return `${isOwn ? 'is higher than' : 'is cut off below by'} ${describe(box)}`;
          }
        }
        // What scrolls, or leaves the flow, is not limited by what is around it.
        if (scrolls || style.position === 'fixed' || style.position === 'absolute') return null;
        isOwn = false;
      }
      return null;
    };
    const faults = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.nodeValue?.trim() ?? '';
      if (parent === null || text === '' || isHidden(parent)) continue;
      if (parent.closest('script, style, noscript, option, svg') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const fontPx = Number.parseFloat(getComputedStyle(parent).fontSize);
      for (const rect of range.getClientRects()) {
        // Skip links are above the page until they have the focus.
        if (rect.width === 0 || rect.height === 0 || rect.bottom + window.scrollY < 0) continue;
        const fault = faultOf(rect, parent, fontPx);
        if (fault !== null) faults.add(`“${text.slice(0, 50)}” ${fault}`);
      }
    }
    const hasBrokenWord = (node: Node): boolean =>
      [...(node.nodeValue ?? '').matchAll(/\S+/g)].some(({ index, 0: word }) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      });
    const labels = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = labels.nextNode(); node !== null; node = labels.nextNode()) {
      const label = node.parentElement?.closest('nav:has([aria-current="page"]) a');
      if (label == null || node.parentElement === null || isHidden(node.parentElement)) continue;
      if (hasBrokenWord(node)) faults.add(`“${node.nodeValue ?? ''}” breaks inside a word`);
    }
    // The text of a field or of its hint is in no text node.
    const context = document.createElement('canvas').getContext('2d');
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      'input[placeholder], select',
    )) {
      const isFilled = field instanceof HTMLInputElement && field.value !== '';
      if (context === null || isFilled || isHidden(field)) continue;
      const style = getComputedStyle(field);
      const shown =
        field instanceof HTMLSelectElement
          ? (field.selectedOptions[0]?.textContent ?? '')
          : field.placeholder;
      context.font = style.font;
      const room =
        field.clientWidth -
        Number.parseFloat(style.paddingLeft) -
        Number.parseFloat(style.paddingRight);
      if (style.textOverflow !== 'ellipsis' && context.measureText(shown).width > room + 1) {
        faults.add(`“${shown.slice(0, 50)}” does not fit into ${describe(field)}`);
      }
    }
    return [...faults];
  });
  return found.map((fault) => `${name}: ${fault.replaceAll('\u2007', '')}`);
};
