/** True when files are dragged, and not marked text or a link of the page. */
export const carriesFiles = (transfer: DataTransfer | null): boolean =>
  transfer?.types.includes('Files') ?? false;

/**
 * A file dropped beside the place for it makes the browser leave the page and show the file instead, in the middle
 * of whatever the page was sending. Here nothing happens then; places for files say so by preventing the default.
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
