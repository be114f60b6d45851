/** The person at one side, as they name themselves. */
export interface PeerDetails {
  name: string;
  email: string;
}

/** Control and bidirectional formatting characters, which could disguise another name. */
// oxlint-disable-next-line no-control-regex -- removing them is the point
const deceptive = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const shown = (text: string): string => text.replaceAll(deceptive, ' ').trim();

/** The details as pages show them; null without a name and an address. */
export const readPeerDetails = ({ name, email }: PeerDetails): PeerDetails | null => {
  const details = { name: shown(name), email: shown(email) };
  return details.name === '' && details.email === '' ? null : details;
};
