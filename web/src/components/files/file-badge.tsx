import styles from './file-badge.module.css';

const extensionOf = (filename: string): string => {
  const match = /\.([A-Za-z0-9]{1,4})$/.exec(filename);
  return match?.[1]?.toUpperCase() ?? '';
};

/** An icon with the file's extension. Decorative: the filename is shown next to it. */
export function FileBadge({ filename }: { filename: string }) {
  return (
    <span className={styles.badge} aria-hidden="true">
      <svg viewBox="0 0 36 44">
        <path d="M4 1h19l12 12v26a4 4 0 0 1-4 4H4a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3z" />
        <path d="M23 1v9a3 3 0 0 0 3 3h9" />
      </svg>
      <span>{extensionOf(filename)}</span>
    </span>
  );
}
