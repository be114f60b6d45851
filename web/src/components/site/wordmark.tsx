import './wordmark.css';

interface WordmarkProps {
  name: string;
  /** Target of the link; without it the wordmark is no link. */
  href?: string;
}

/** Two dots and the line between them. */
function Mark() {
  return (
    <svg className="wordmark-mark" viewBox="0 0 40 24" width="40" height="24" aria-hidden="true">
      <path className="wordmark-line" d="M12 12h16" />
      <circle className="wordmark-us" cx="8" cy="12" r="6" />
      <circle className="wordmark-them" cx="32" cy="12" r="6" />
    </svg>
  );
}

export function Wordmark({ name, href }: WordmarkProps) {
  const content = (
    <>
      <Mark />
      <span>{name}</span>
    </>
  );
  if (href === undefined) return <span className="wordmark">{content}</span>;
  return (
    <a className="wordmark" href={href}>
      {content}
    </a>
  );
}
