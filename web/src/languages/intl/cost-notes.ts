/** What the server's notes on costs say in another language than English, in which the server writes them. */

import type { CostNoteKind } from '@tandem/proto/browser/admin/cost-notes';
import type { CostFacts } from '../../features/admin/texts.js';

type Sentences = Record<CostNoteKind, (facts: CostFacts) => string>;

/** A kind of a newer server keeps the server's text. */
export const costNotesIn = (sentences: Sentences) => {
  const isKnown = (kind: string): kind is CostNoteKind => Object.hasOwn(sentences, kind);
  return (kind: string, facts: CostFacts): string | undefined =>
    isKnown(kind) ? sentences[kind](facts) : undefined;
};
