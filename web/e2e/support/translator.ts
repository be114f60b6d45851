import type { Page } from '@playwright/test';

/**
 * Simulates Google Translate in Chromium, word for word into the same language: text nodes are replaced by two nested
 * `<font>` elements, also those that are added later. Call before the first navigation.
 */
export const translatePage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const makeFont = () => {
      const font = document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
      font.setAttribute('style', 'vertical-align: inherit');
      return font;
    };
    const translateText = (text: Text): void => {
      const { parentElement: parent } = text;
      if (parent === null || text.data.trim() === '') return;
      if (parent.closest('font, script, style, textarea, code, [translate="no"]') !== null) return;
      const font = makeFont();
      font.appendChild(makeFont()).textContent = text.data;
      parent.insertBefore(font, text);
      parent.removeChild(text);
    };
    const translate = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = root instanceof Text ? [root] : [];
      while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
      for (const text of texts) translateText(text);
    };
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.classList.add('translated-ltr');
      translate(document.body);
      new MutationObserver((records) => {
        for (const record of records) for (const node of record.addedNodes) translate(node);
      }).observe(document.body, { childList: true, subtree: true });
    });
  });
