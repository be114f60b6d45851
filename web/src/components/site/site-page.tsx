import type { ReactNode } from 'react';
import { releaseId } from '../../lib/browser/release.js';
import { classNames } from '../../lib/class-names.js';
import { currentLanguage, languageNames } from '../../lib/language/language.js';
import { landingPath, paths, signInPath } from '../../lib/paths.js';
import type { Facts } from './facts.js';
import { marketingGroups } from './marketing-links.js';
import shared from './shared.module.css';
import styles from './site-page.module.css';
import { texts } from './texts.js';
import { Wordmark } from './wordmark.js';

interface SitePageProps {
  facts: Facts;
  /** The content has no translation: marks it as English, and says so in other languages. */
  isEnglishOnly?: boolean;
  children: ReactNode;
}

/**
 * Header and footer of every public page. Links are plain anchors: the prerendered page has no script.
 */
export function SitePage({ facts, isEnglishOnly = false, children }: SitePageProps) {
  const isForeign = isEnglishOnly && texts.englishOnly !== '';
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#content">
        {texts.skip}
      </a>
      <SiteHeader
        name={facts.brand.name}
        hasPrices={facts.hasPayments === true}
        signIn={signInPath(isEnglishOnly)}
      />
      <main id="content" tabIndex={-1}>
        {isForeign ? (
          <>
            <p className={classNames(shared.inner, styles.note)}>{texts.englishOnly}</p>
            <div lang="en" dir="ltr">
              {children}
            </div>
          </>
        ) : (
          children
        )}
      </main>
      <SiteFooter facts={facts} hasLanguages={!isEnglishOnly} signIn={signInPath(isEnglishOnly)} />
    </div>
  );
}

/** Prerendered pages have no script that could remember their language: links lead to pages of the same one. */
const homePath = (): string =>
  currentLanguage() === 'en' ? paths.home : landingPath(currentLanguage());

interface SiteHeaderProps {
  name: string;
  hasPrices: boolean;
  /** Address of the sign-in page. */
  signIn: string;
}

function SiteHeader({ name, hasPrices, signIn }: SiteHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={classNames(shared.inner, styles.bar)}>
        <Wordmark name={name} href={homePath()} />
        <nav className={styles.nav} aria-label={texts.menu}>
          <a href={`${landingPath(currentLanguage())}#how-it-works`}>{texts.how}</a>
          {hasPrices && <a href={`${landingPath(currentLanguage())}#pricing`}>{texts.pricing}</a>}
          <a href={`${landingPath(currentLanguage())}#questions`}>{texts.questions}</a>
        </nav>
        <a className={classNames(shared.button, shared.quiet, styles.action)} href={signIn}>
          {texts.action}
        </a>
      </div>
    </header>
  );
}

interface SiteFooterProps {
  facts: Facts;
  /** The page exists in all languages. */
  hasLanguages: boolean;
  /** Address of the sign-in page. */
  signIn: string;
}

function SiteFooter({ facts, hasLanguages, signIn }: SiteFooterProps) {
  const { brand, hasPayments, operatorLinks } = facts;
  const release = releaseId();
  return (
    <footer className={styles.footer}>
      <div className={classNames(shared.inner, styles.columns)}>
        <div className={styles.brand}>
          <Wordmark name={brand.name} href={homePath()} onInk />
          <p>{texts.promise}</p>
          {release !== '' && (
            <p className={styles.release}>
              <a href={paths.trust}>{texts.release(release)}</a>
            </p>
          )}
        </div>
        {marketingGroups(facts, hasPayments === true).map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(({ path, label }) => (
                <li key={path}>
                  <a href={path}>{label}</a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <nav aria-label={texts.company}>
          <h2>{texts.company}</h2>
          <ul>
            <li>
              <a href={signIn}>{texts.signIn}</a>
            </li>
            <li>
              <a href={paths.terms}>{texts.terms}</a>
            </li>
            <li>
              <a href={paths.privacy}>{texts.privacy}</a>
            </li>
            <li>
              <a href={`mailto:${brand.supportEmail}`}>{texts.support}</a>
            </li>
            {operatorLinks.map(({ label, href }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        {hasLanguages && <Languages />}
      </div>
    </footer>
  );
}

function Languages() {
  return (
    <nav className={styles.languages} aria-label={texts.language}>
      <h2>{texts.language}</h2>
      <ul>
        {Object.entries(languageNames).map(([language, name]) => (
          <li key={language}>
            <a href={landingPath(language)} lang={language} hrefLang={language}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
