/** What the sender reads about a recipient. */

import { failureText } from '../../../../lib/texts/failure-texts.js';
import { formatBytes, formatSeconds, formatSpeed } from '../../../../lib/texts/format.js';
import type { RecipientStatus, TransferStats } from '../../../../transfer/api.js';
import { texts as dashboardTexts } from '../../texts.js';
import { isAskedAbout } from '../transfer-view.js';

const { recipient: texts } = dashboardTexts.live;

/** A line breaks after a dot, and never between a number and its unit. */
const joined = (parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .join('\u00a0· ')
    .replaceAll(/(\d) /g, '$1\u00a0');

const statsLine = (stats: TransferStats, storedBytes: number | null): string =>
  joined([
    // The acknowledgements are newer than the statistics, which are sampled.
    texts.sent(
      formatBytes(Math.max(stats.bytesTransferred, storedBytes ?? 0)),
      formatBytes(stats.totalBytes),
    ),
    storedBytes === null || stats.totalBytes === 0 ? '' : texts.stored(formatBytes(storedBytes)),
    formatSpeed(stats.bytesPerSecond),
    stats.etaSeconds === null ? '' : texts.eta(formatSeconds(stats.etaSeconds)),
  ]);

/** Verified means both: the recipient has the link, and it has the file. */
const outcomeOf = ({ state, isVerified, proof }: RecipientStatus): string => {
  if (state !== 'completed') return '';
  if (!isVerified) return texts.unverified;
  return proof === 'proven' ? texts.verified : texts.intact;
};

/** What it has received, or how its transfer ended. */
export const progressText = (recipient: RecipientStatus): string =>
  outcomeOf(recipient) ||
  failureText(recipient.error) ||
  statsLine(recipient.stats, recipient.storedBytes);

export const detailText = (recipient: RecipientStatus): string =>
  joined([progressText(recipient), texts.routes[recipient.connectionType]]);

/** The name and the address that they entered: two people may have the same name. Empty until they enter them. */
export const personText = (person: RecipientStatus['person']): string => {
  if (person === null) return '';
  const { name, email } = person;
  return name === '' || email === '' ? name || email : texts.person(name, email);
};

/** Falls back to a number until the recipient has entered a name. */
export const nameOf = ({ person }: Pick<RecipientStatus, 'person'>, number: number): string =>
  personText(person) || texts.name(number);

/** The user has ended it, or has not let it begin. */
export const isEndedHere = ({ error }: RecipientStatus): boolean =>
  error?.code === 'declined-here' || error?.code === 'ended-here';

export const stateText = (recipient: RecipientStatus): string => {
  const { state, pausedBy, isStalled, error } = recipient;
  if (isAskedAbout(recipient)) return dashboardTexts.live.states.asking;
  if (error?.code === 'declined-here') return texts.declined;
  if (error?.code === 'ended-here') return texts.ended;
  if (pausedBy === 'there') return texts.pausedThere;
  return isStalled ? texts.stalled : texts.states[state];
};
