/** True when files are dragged, not selected text or a link. */
export const carriesFiles = (transfer: DataTransfer | null): boolean =>
  transfer?.types.includes('Files') ?? false;

/**
 * A file dropped outside a drop target makes the browser open it in place of the page, which ends the page's
 * transfers. Cancels such drops. Drop targets call preventDefault themselves.
 */
export const ignoreStrayDrops = (target: Window = window): void => {
  const ignore = (event: DragEvent): void => {
    if (event.defaultPrevented || !carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
  };
  target.addEventListener('dragover', ignore);
  target.addEventListener('drop', ignore);
};
