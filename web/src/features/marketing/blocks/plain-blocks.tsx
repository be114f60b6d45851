import shared from '../../../components/site/shared.module.css';
import { classNames } from '../../../lib/class-names.js';
import type {
  AsideBlock,
  FiguresBlock,
  LedgerBlock,
  LinkBlock,
  ProseBlock,
} from '../content-types.js';
import styles from './plain-blocks.module.css';
import { Section } from './section.js';

export function Figures({ block }: { block: FiguresBlock }) {
  return (
    <ul className={styles.figures}>
      {block.items.map(({ figure, text }) => (
        <li key={text}>
          <strong>{figure}</strong> <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

export function Prose({ block }: { block: ProseBlock }) {
  return (
    <Section heading={block.heading} layout="split">
      {block.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </Section>
  );
}

/** When another tool is the better choice. */
export function Aside({ block }: { block: AsideBlock }) {
  return (
    <aside className={styles.aside}>
      <h2>{block.heading}</h2>
      <div>
        {block.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </aside>
  );
}

export function Ledger({ block }: { block: LedgerBlock }) {
  const { heading, intro, left, right } = block;
  return (
    <Section heading={heading} intro={intro}>
      <div className={styles.ledger}>
        {[left, right].map(({ title, items }) => (
          <div key={title}>
            <h3>{title}</h3>
            <ul>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  );
}

export function FurtherLink({ block }: { block: LinkBlock }) {
  return (
    <p className={styles.further}>
      <span>{block.text}</span>
      <a className={classNames(shared.button, shared.quiet)} href={block.href}>
        {block.label}
      </a>
    </p>
  );
}
