import type { ReceiptParty } from '@tandem/proto/browser/http/receipt';
import { maxPersonChars } from './constants.js';

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

/** The message that names the person at this side. */
export const peerDetailsOf = ({ name, email, basis }: PeerDetails) => ({
  type: 'peer-details' as const,
  name: name.slice(0, maxPersonChars),
  email: email.slice(0, maxPersonChars),
  ...readBasis(basis),
});

/** Control and bidirectional formatting characters, which could disguise another name. */
// oxlint-disable-next-line no-control-regex -- removing them is the point
const deceptive = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const shown = (text: string): string => text.replaceAll(deceptive, ' ').trim();

/** The details as pages show them; null without a name and an address. */
export const readPeerDetails = ({ name, email, basis }: PeerDetails): PeerDetails | null => {
  const details = { name: shown(name), email: shown(email), ...readBasis(basis) };
  return details.name === '' && details.email === '' ? null : details;
};
