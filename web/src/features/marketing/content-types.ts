/** A marketing page as data: a hero, then blocks in reading order. */

import type { MarketingKey } from '../../components/site/marketing-paths.js';

export type Mark = 'yes' | 'no' | 'partly';

export type Cell = string | { mark: Mark; text: string };

export interface ComparisonBlock {
  kind: 'comparison';
  heading: string;
  intro?: string;
  /** The first column is the product's. */
  columns: readonly string[];
  rows: readonly { label: string; cells: readonly Cell[] }[];
  note?: string;
}

export interface StepsBlock {
  kind: 'steps';
  heading: string;
  intro?: string;
  steps: readonly { title: string; text: string }[];
}

export interface FaqBlock {
  kind: 'faq';
  heading: string;
  items: readonly FaqItem[];
}

export interface FaqItem {
  question: string;
  answer: string;
}

/** Three or four short figures in a row. */
export interface FiguresBlock {
  kind: 'figures';
  items: readonly { figure: string; text: string }[];
}

export interface ProseBlock {
  kind: 'prose';
  heading: string;
  paragraphs: readonly string[];
}

/** Transfer times by size and upload speed; calculated, not measured. */
export interface TimesBlock {
  kind: 'times';
  heading: string;
  intro: string;
  gigabytes: readonly number[];
  /** In Mbit/s, as internet plans state it. */
  speeds: readonly { megabits: number; label: string }[];
  note: string;
}

/** Two lists side by side. */
export interface LedgerBlock {
  kind: 'ledger';
  heading: string;
  intro?: string;
  left: { title: string; items: readonly string[] };
  right: { title: string; items: readonly string[] };
}

/** When another tool is the better choice. */
export interface AsideBlock {
  kind: 'aside';
  heading: string;
  paragraphs: readonly string[];
}

/** Routes of a file as bars on one time axis; `from` and `to` are percentages. */
export interface RoutesBlock {
  kind: 'routes';
  heading: string;
  intro: string;
  routes: readonly {
    name: string;
    legs: readonly { label: string; from: number; to: number; isOurs?: boolean }[];
    outcome: string;
  }[];
  note: string;
}

/** Amounts as bars; drawn on a logarithmic scale. */
export interface ScaleBlock {
  kind: 'scale';
  heading: string;
  intro: string;
  bars: readonly { label: string; text: string; megabytes: number; isOurs?: boolean }[];
  note: string;
}

/** A link between two blocks. */
export interface LinkBlock {
  kind: 'link';
  text: string;
  label: string;
  href: string;
}

export type Block =
  | ComparisonBlock
  | StepsBlock
  | FaqBlock
  | FiguresBlock
  | ProseBlock
  | TimesBlock
  | LedgerBlock
  | AsideBlock
  | RoutesBlock
  | ScaleBlock
  | LinkBlock;

/** `line`: the route drawing; `figure`: one huge figure; `ink`: dark in both colour schemes. */
export type HeroLook = 'line' | 'figure' | 'ink';

export interface MarketingPage {
  key: MarketingKey;
  path: string;
  title: string;
  description: string;
  hero: {
    look: HeroLook;
    figure?: string;
    heading: string;
    lead: string;
    action: string;
    /** One line below the button. */
    small: string;
  };
  blocks: readonly Block[];
  closing: { heading: string; text: string };
}

/** One of the three prices on the landing page. */
export interface Plan {
  name: string;
  usd: number;
  price: string;
  rhythm: string;
  points: readonly string[];
  action: string;
  isMarked: boolean;
}

export interface Landing {
  title: string;
  description: string;
  how: StepsBlock;
  faq: readonly FaqItem[];
  /** None where plans are not sold. */
  plans: readonly Plan[];
  /** Text of the links to the sign-in page. */
  action: string;
}
