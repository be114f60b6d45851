import type { OperatorLinks } from '@tandem/proto/browser/http/config';
import { texts } from '../texts/texts.js';
import { fieldsOf, textOr, type Unchecked } from '../unchecked.js';

export interface OperatorLink {
  label: string;
  href: string;
}

const names = ['imprint', 'status', 'source', 'securityContact'] as const;

/** The gateway refuses other schemes at its start; a `javascript:` link must not depend on that alone. */
const isSafe = (name: (typeof names)[number], href: string): boolean =>
  href.startsWith('https://') || (name === 'securityContact' && href.startsWith('mailto:'));

/** The links that the operator has configured, in the order of the footer. */
export const readOperatorLinks = (value: unknown): OperatorLink[] => {
  const links: Unchecked<OperatorLinks> = fieldsOf(value);
  return names.flatMap((name) => {
    const href = textOr(links[name]);
    return isSafe(name, href) ? [{ label: texts.operator[name], href }] : [];
  });
};
