/** Copies text. Resolves to false when the browser refuses. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyThroughSelection(text);
  }
};

/** The clipboard API is missing outside secure contexts and in some embedded browsers. */
const copyThroughSelection = (text: string): boolean => {
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('readonly', '');
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the only way left where the API is missing
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
  }
};
