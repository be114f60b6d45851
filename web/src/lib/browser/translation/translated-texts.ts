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
  text: Text;
  element: Element;
  /** What the text contained, for the translator's "show original". */
  original: string;
}

/** React renders no `<font>`. */
const isTranslation = (node: Node | null | undefined): node is Element =>
  node?.nodeName === 'FONT' && node.isConnected;

/** For as long as the document lives. */
export const keepTranslatedTexts = (root: Node = document.body): void => {
  /** By text and by element. */
  const translations = new WeakMap<Node, Translation>();

  const link = (text: Text, element: Element, original: string): void => {
    const translation = { text, element, original };
    translations.set(text, translation).set(element, translation);
  };

  const forget = ({ text, element }: Translation): void => {
    translations.delete(text);
    translations.delete(element);
  };

  /** Some translators replace the node, others insert the translation before they remove the node. */
  const translationIn = (record: MutationRecord): Element | undefined =>
    [...record.addedNodes, record.previousSibling, record.nextSibling].find(
      (node): node is Element => isTranslation(node) && !translations.has(node),
    );

  const onWritten = (target: Node): void => {
    const translation = translations.get(target);
    if (translation === undefined) return;
    forget(translation);
    const { text, element } = translation;
    // Moved, so that translators that only look at added nodes see it.
    if (text.isConnected) element.replaceWith(text);
    else element.remove();
  };

  const onTextRemoved = (text: Text, record: MutationRecord): void => {
    const known = translations.get(text);
    if (known === undefined) {
      const element = text.data === '' ? undefined : translationIn(record);
      if (element === undefined) return;
      link(text, element, text.data);
      text.data = '';
      element.before(text);
    } else if (!text.isConnected) {
      forget(known);
      known.element.remove();
    } else if (known.element.isConnected) text.after(known.element);
  };

  const onElementRemoved = (node: Node, record: MutationRecord): void => {
    const translation = translations.get(node);
    if (translation === undefined || node.isConnected || !translation.text.isConnected) return;
    forget(translation);
    const { text, original } = translation;
    const next = translationIn(record);
    if (next !== undefined) {
      link(text, next, original);
      return;
    }
    for (const added of record.addedNodes) if (added !== text) (added as ChildNode).remove();
    text.data = original;
  };

  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'characterData') onWritten(record.target);
      for (const node of record.removedNodes) {
        if (node instanceof Text) onTextRemoved(node, record);
        else onElementRemoved(node, record);
      }
    }
    // Only those of the changes made here: nothing else runs in between.
    observer.takeRecords();
  });
  observer.observe(root, { childList: true, characterData: true, subtree: true });
};
