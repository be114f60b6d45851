import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.js';
import type { Facts } from './facts.js';
import { marketingGroups } from './marketing-paths.js';
import { Wordmark } from './wordmark.js';
import './site.css';

const words = {
  skip: 'Skip to the content',
  menu: 'Site',
  how: 'How it works',
  pricing: 'Pricing',
  questions: 'Questions',
  action: 'Go to Dashboard',
  promise: 'The file goes from one browser to the other and rests nowhere in between.',
  company: 'Company',
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  support: 'Support',
  signIn: 'Sign in',
};

interface SitePageProps {
  facts: Facts;
  children: ReactNode;
}

/**
 * Header and footer of every public page. Links are plain anchors on purpose: the same markup is
 * prerendered and has to work without any script.
 */
export function SitePage({ facts, children }: SitePageProps) {
  return (
    <div className="st-page">
      <a className="st-skip" href="#content">
        {words.skip}
      </a>
      <SiteHeader name={facts.brand.name} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter facts={facts} />
    </div>
  );
}

function SiteHeader({ name }: { name: string }) {
  return (
    <header className="st-header">
      <div className="st-inner">
        <Wordmark name={name} href={paths.home} />
        <nav className="st-nav" aria-label={words.menu}>
          <a href={`${paths.landing}#how-it-works`}>{words.how}</a>
          <a href={`${paths.landing}#pricing`}>{words.pricing}</a>
          <a href={`${paths.landing}#questions`}>{words.questions}</a>
        </nav>
        <a className="st-button st-button-quiet" href={paths.login}>
          {words.action}
        </a>
      </div>
    </header>
  );
}

function SiteFooter({ facts: { brand } }: { facts: Facts }) {
  return (
    <footer className="st-footer">
      <div className="st-inner">
        <div className="st-footer-brand">
          <Wordmark name={brand.name} href={paths.home} />
          <p>{words.promise}</p>
        </div>
        {marketingGroups(brand).map(({ title, links }) => (
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
        <nav aria-label={words.company}>
          <h2>{words.company}</h2>
          <ul>
            <li>
              <a href={paths.login}>{words.signIn}</a>
            </li>
            <li>
              <a href={paths.terms}>{words.terms}</a>
            </li>
            <li>
              <a href={paths.privacy}>{words.privacy}</a>
            </li>
            <li>
              <a href={`mailto:${brand.supportEmail}`}>{words.support}</a>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}
