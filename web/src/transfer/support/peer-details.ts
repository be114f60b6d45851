import { replaceDeceptive } from '@tandem/proto/browser/files/deceptive-characters';
import type { ReceiptParty } from '@tandem/proto/browser/http/receipt';
import { maxPersonChars } from '@tandem/proto/browser/limits';
import { cutText } from '@tandem/proto/browser/person';

/** The person at one side, as they name themselves. */
export interface PeerDetails {
  name: string;
  email: string;
  /** What their page states about the name, unverified; absent from peers that state nothing. */
  basis?: ReceiptParty['basis'];
}

/** A basis that this version does not know is none. */
export const readBasis = (value: unknown): Pick<PeerDetails, 'basis'> =>
  value === 'signed-in' || value === 'self-declared' ? { basis: value } : {};

/** Maximum length of either on the data channel. */
export const maxDetailChars = maxPersonChars.email;

/** The message that names the person at this side. */
export const peerDetailsOf = ({ name, email, basis }: PeerDetails) => ({
  type: 'peer-details' as const,
  name: cutText(name, maxDetailChars),
  email: cutText(email, maxDetailChars),
  ...readBasis(basis),
});

const shown = (text: string): string => replaceDeceptive(text, ' ').trim();

/** The details as pages show them; null without a name and an address. */
export const readPeerDetails = ({ name, email, basis }: PeerDetails): PeerDetails | null => {
  const details = { name: shown(name), email: shown(email), ...readBasis(basis) };
  return details.name === '' && details.email === '' ? null : details;
};
