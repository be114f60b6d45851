import { useFacts, type Facts } from '../../components/site/facts.js';
import { usePageMeta, type PageMeta } from '../../components/site/page-meta.js';
import shared from '../../components/site/shared.module.css';
import { SitePage } from '../../components/site/site-page.js';
import { classNames } from '../../lib/class-names.js';
import type { LegalDocument, LegalItem } from './legal-document.js';
import styles from './legal-page.module.css';
import { texts } from './texts.js';

export const legalMeta = (document: LegalDocument, facts: Facts): PageMeta => ({
  path: document.path,
  title: `${document.title} | ${facts.brand.name}`,
  description: document.description,
  structuredData: [],
});

interface LegalPageProps {
  write: (facts: Facts) => LegalDocument;
}

export function LegalPage({ write }: LegalPageProps) {
  const facts = useFacts();
  const document = write(facts);
  usePageMeta(legalMeta(document, facts));
  return <LegalView document={document} facts={facts} />;
}

export function LegalView({ document, facts }: { document: LegalDocument; facts: Facts }) {
  return (
    <SitePage facts={facts} isEnglishOnly>
      <article className={classNames(shared.inner, styles.page)}>
        <header className={styles.head}>
          <h1>{document.title}</h1>
          <p className={styles.preamble}>{document.preamble}</p>
          <p className={styles.updated}>{texts.updated(document.updated)}</p>
        </header>
        <nav className={styles.contents} aria-labelledby="contents">
          <h2 id="contents">{texts.contents}</h2>
          <ol>
            {document.sections.map(({ title }, index) => (
              <li key={title}>
                <a href={`#section-${index + 1}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.text}>
          <section className={styles.summary} aria-labelledby="summary">
            <h2 id="summary">{texts.summary}</h2>
            <ul>
              {document.summary.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <p>{texts.summaryNote}</p>
          </section>
          {document.sections.map(({ title, body }, index) => (
            <section
              key={title}
              aria-labelledby={`section-${index + 1}`}
              className={styles.section}
            >
              <h2 id={`section-${index + 1}`}>
                {index + 1}. {title}
              </h2>
              {body.map((item, position) => (
                <LegalText key={position} item={item} />
              ))}
            </section>
          ))}
        </div>
      </article>
    </SitePage>
  );
}

function LegalText({ item }: { item: LegalItem }) {
  if (typeof item === 'string') return <p>{item}</p>;
  return (
    <ul>
      {item.list.map((entry) => (
        <li key={entry}>{entry}</li>
      ))}
    </ul>
  );
}
