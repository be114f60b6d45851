/** Hands a blob to the browser's download manager. */
export type SaveBlob = (blob: Blob, filename: string) => void;

/** The browser resolves the URL when the download starts; this is long enough for a slow dialog. */
const REVOKE_AFTER_MS = 10 * 60_000;

export const saveBlob: SaveBlob = (blob, filename) => {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = filename;
  anchor.hidden = true;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, REVOKE_AFTER_MS);
};
