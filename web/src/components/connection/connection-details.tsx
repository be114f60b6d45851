import type { ReactNode } from 'react';
import { formatSpeed } from '../../lib/texts/format.js';
import type {
  ConnectionFacts,
  ConnectionType,
  RateSetting,
  RecipientProof,
} from '../../transfer/api.js';
import { Collapsible } from './collapsible.js';
import styles from './connection-details.module.css';
import { RateCurve } from './rate-curve.js';
import { texts } from './texts.js';

interface ConnectionDetailsProps {
  facts: ConnectionFacts;
  route: ConnectionType;
  side: 'sender' | 'recipient';
  /** Name of the other side, where a page shows several. */
  name?: string;
  /** On the sender’s page: whether the recipient has proven that it has the link. */
  proof?: RecipientProof | undefined;
  /** The control of the speed limit. */
  children?: ReactNode;
}

/** Direct or relayed, what the connection measures and what limits it. Collapsed until the user opens it. */
export function ConnectionDetails(props: ConnectionDetailsProps) {
  const { facts, route, side, name, proof, children } = props;
  const label = name === undefined ? undefined : texts.summaryOf(name);
  return (
    <Collapsible summary={texts.summary} label={label}>
      <Facts facts={facts} route={route} side={side} proof={proof} />
      <RateCurve rates={facts.rates} />
      {children}
    </Collapsible>
  );
}

const lossText = ({ lossShare, rttMs }: ConnectionFacts): string => {
  if (lossShare !== null) return texts.lost(lossShare);
  // Loss and round trip are measured by the same pings; the browser's statistics have the round trip only.
  return rttMs === null ? texts.notMeasured : texts.noLoss;
};

const peerLimitText = ({ bytesPerSecond, isYielding }: RateSetting): string =>
  [bytesPerSecond === null ? '' : formatSpeed(bytesPerSecond), isYielding ? texts.yielding : '']
    .filter((part) => part !== '')
    .join(' · ');

function Facts({
  facts,
  route,
  side,
  proof,
}: Pick<ConnectionDetailsProps, 'facts' | 'route' | 'side' | 'proof'>) {
  const { rttMs, limitedBy, peerLimit, lanes, peerAddress } = facts;
  const limit = peerLimitText(peerLimit);
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{texts.route}</dt>
        <dd>{texts.routes[route]}</dd>
      </div>
      {peerAddress !== '' && (
        <div>
          <dt>{texts.address}</dt>
          <dd>{peerAddress}</dd>
        </div>
      )}
      {proof !== undefined && proof !== 'asking' && (
        <div>
          <dt>{texts.proof}</dt>
          <dd>{texts.proofs[proof]}</dd>
        </div>
      )}
      <div>
        <dt>{texts.roundTrip}</dt>
        <dd>{rttMs === null ? texts.notMeasured : texts.milliseconds(rttMs)}</dd>
      </div>
      <div>
        <dt>{texts.loss}</dt>
        <dd>{lossText(facts)}</dd>
      </div>
      <div>
        <dt>{texts.lanes}</dt>
        <dd>{lanes}</dd>
      </div>
      <div>
        <dt>{texts.limitedBy}</dt>
        <dd aria-live="polite">
          {limitedBy === null ? texts.notKnown : texts.factors[side][limitedBy]}
        </dd>
      </div>
      {limit !== '' && (
        <div>
          <dt>{texts.peerLimit[side]}</dt>
          <dd>{limit}</dd>
        </div>
      )}
    </dl>
  );
}
