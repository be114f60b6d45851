/**
 * Keeps React's text nodes in a page whose translator replaces a text node by a `<font>` element, as Google's does in
 * Chromium. Translators that change pages in other ways, such as those of Firefox and Safari, are not covered; Edge's is
 * untested.
 *
 * React does not notice the replacement: it writes new texts into the detached node, and throws when it removes the node
 * or inserts an element before it (https://github.com/facebook/react/issues/11538). So the node is put back, empty,
 * before its translation. When React writes into it or removes it, the translation is removed as well; the translator
 * translates the new text.
 *
 * `normalize()`, which extensions that highlight words call, removes empty nodes. The observer cannot distinguish that
 * from a removal by React, so the translation disappears until the text changes.
 */

interface Translation {
  element: Element;
  /** What the node contained, for the translator's "show original". */
  original: string;
}

/** React renders no `<font>`. */
const isTranslation = (node: Node | null | undefined): node is Element =>
  node?.nodeName === 'FONT' && node.isConnected;

/** For as long as the document lives. */
export const keepTranslatedTexts = (root: Node = document.body): void => {
  const translations = new WeakMap<Node, Translation>();
  const textOf = new WeakMap<Node, Text>();

  const link = (text: Text, element: Element, original: string): void => {
    translations.set(text, { element, original });
    textOf.set(element, text);
  };

  /** Some translators replace the node, others insert the translation before they remove the node. */
  const translationIn = (record: MutationRecord): Element | undefined =>
    [...record.addedNodes, record.previousSibling, record.nextSibling].find(
      (node): node is Element => isTranslation(node) && !textOf.has(node),
    );

  const putBack = (text: Text, element: Element): void => {
    link(text, element, text.data);
    text.data = '';
    element.before(text);
  };

  const forget = (text: Text, { element }: Translation): void => {
    translations.delete(text);
    textOf.delete(element);
  };

  const onWritten = (text: Text): void => {
    const translation = translations.get(text);
    if (translation === undefined) return;
    forget(text, translation);
    // Moved, so that translators that only look at added nodes see it.
    if (text.isConnected) translation.element.replaceWith(text);
    else translation.element.remove();
  };

  const onTextRemoved = (text: Text, record: MutationRecord): void => {
    const known = translations.get(text);
    if (known === undefined) {
      const element = text.data === '' ? undefined : translationIn(record);
      if (element !== undefined) putBack(text, element);
    } else if (!text.isConnected) {
      forget(text, known);
      known.element.remove();
    } else if (known.element.isConnected) text.after(known.element);
  };

  const onTranslationRemoved = (element: Element, record: MutationRecord): void => {
    const text = textOf.get(element);
    const translation = text && translations.get(text);
    if (text === undefined || translation === undefined) return;
    if (element.isConnected || !text.isConnected) return;
    forget(text, translation);
    const next = translationIn(record);
    if (next !== undefined) {
      link(text, next, translation.original);
      return;
    }
    for (const added of record.addedNodes) if (added !== text) added.parentNode?.removeChild(added);
    text.data = translation.original;
  };

  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'characterData') onWritten(record.target as Text);
      for (const node of record.removedNodes) {
        if (node instanceof Text) onTextRemoved(node, record);
        else if (node instanceof Element) onTranslationRemoved(node, record);
      }
    }
    // Only those of the changes made here: nothing else runs in between.
    observer.takeRecords();
  });
  observer.observe(root, { childList: true, characterData: true, subtree: true });
};
