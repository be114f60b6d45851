/** A legal text as data: numbered sections of paragraphs and lists. */
export type LegalItem = string | { list: readonly string[] };

export interface LegalSection {
  title: string;
  body: readonly LegalItem[];
}

export interface LegalDocument {
  path: string;
  title: string;
  description: string;
  /** For display. */
  updated: string;
  preamble: string;
  /** The document in a few sentences. */
  summary: readonly string[];
  sections: readonly LegalSection[];
}

export const lastUpdated = 'October 2, 2025';
