/** The texts that contain `part` and that the browser's translator may change. */
export const translatableTexts = (part: string): string[] => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode() !== null) {
    const { currentNode: text } = walker;
    const isKept = text.parentElement?.closest('[translate="no"]') !== null;
    if (text.textContent?.includes(part) === true && !isKept) found.push(text.textContent);
  }
  return found;
};
