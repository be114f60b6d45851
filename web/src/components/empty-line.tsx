import './empty-line.css';

/** Two people and no line between them yet: the drawing of every list that is still empty. */
export function EmptyLine() {
  return (
    <svg className="empty-line" viewBox="0 0 200 60" aria-hidden="true">
      <path d="M20 44C70 4 130 4 180 44" />
      <circle cx="20" cy="44" r="7" className="empty-line-here" />
      <circle cx="180" cy="44" r="7" className="empty-line-there" />
    </svg>
  );
}
