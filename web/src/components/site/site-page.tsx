import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.js';
import { releaseId } from '../../lib/browser/release.js';
import { paths } from '../../lib/paths.js';
import type { Facts } from './facts.js';
import { marketingGroups } from './marketing-paths.js';
import { texts } from './texts.js';
import { Wordmark } from './wordmark.js';
import shared from './shared.module.css';
import styles from './site-page.module.css';

interface SitePageProps {
  facts: Facts;
  children: ReactNode;
}

/**
 * Header and footer of every public page. Links are plain anchors: the prerendered page has no script.
 */
export function SitePage({ facts, children }: SitePageProps) {
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#content">
        {texts.skip}
      </a>
      <SiteHeader name={facts.brand.name} hasPrices={facts.hasPayments === true} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter facts={facts} />
    </div>
  );
}

function SiteHeader({ name, hasPrices }: { name: string; hasPrices: boolean }) {
  return (
    <header className={styles.header}>
      <div className={classNames(shared.inner, styles.bar)}>
        <Wordmark name={name} href={paths.home} />
        <nav className={styles.nav} aria-label={texts.menu}>
          <a href={`${paths.landing}#how-it-works`}>{texts.how}</a>
          {hasPrices && <a href={`${paths.landing}#pricing`}>{texts.pricing}</a>}
          <a href={`${paths.landing}#questions`}>{texts.questions}</a>
        </nav>
        <a className={classNames(shared.button, shared.quiet, styles.action)} href={paths.login}>
          {texts.action}
        </a>
      </div>
    </header>
  );
}

function SiteFooter({ facts: { brand, hasPayments } }: { facts: Facts }) {
  const release = releaseId();
  return (
    <footer className={styles.footer}>
      <div className={classNames(shared.inner, styles.columns)}>
        <div className={styles.brand}>
          <Wordmark name={brand.name} href={paths.home} onInk />
          <p>{texts.promise}</p>
          {release !== '' && (
            <p className={styles.release}>
              <a href={paths.trust}>{texts.release(release)}</a>
            </p>
          )}
        </div>
        {marketingGroups(brand, hasPayments === true).map(({ title, links }) => (
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
              <a href={paths.login}>{texts.signIn}</a>
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
          </ul>
        </nav>
      </div>
    </footer>
  );
}
