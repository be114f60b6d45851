import { getBrand } from '../../texts/brand.js';

/** Facts about the user, which an attacker tries first. */
export interface KnownAboutUser {
  email?: string;
  displayName?: string;
}

/** Letters and digits only, without the digits at either end: `Tandem-2026!` is `tandem`. */
const coreOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^\p{N}+|\p{N}+$/gu, '');

const minWordLength = 3;

/** Context-specific words: the product's name and slug, the address and its parts, the name and its parts. */
const wordsOf = ({ email = '', displayName = '' }: KnownAboutUser): string[] => {
  const { name, slug } = getBrand();
  const [mailbox = '', domain = ''] = email.split('@');
  const [host = ''] = domain.split('.');
  const texts = [
    name,
    slug,
    email,
    mailbox,
    domain,
    host,
    displayName,
    ...displayName.split(/\s+/),
  ];
  return texts.map(coreOf).filter((word) => word.length >= minWordLength);
};

/** Whether a password is one of these words, apart from case, punctuation and digits around it. */
export const isPersonalPassword = (password: string, known: KnownAboutUser): boolean =>
  wordsOf(known).includes(coreOf(password));
