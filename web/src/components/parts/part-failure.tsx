import { isLeavingRisky } from '../../lib/browser/leave-warning.js';
import { classNames } from '../../lib/class-names.js';
import message from '../page/message.module.css';
import { texts } from '../texts.js';

/** What has failed: all that the document shows, the page in the frame, or a part of a page. */
export type Place = 'document' | 'page' | 'part';

interface PartFailureProps {
  place: Place;
  isLoadFailure: boolean;
  onRetry: () => void;
  onReload: () => void;
}

const { crash, partNotLoaded, runningTransfer } = texts;

/** Stands in the place of the part. Code that did not arrive can be loaded without a new document. */
export function PartFailure({ place, isLoadFailure, onRetry, onReload }: PartFailureProps) {
  const { title, text } = isLoadFailure ? partNotLoaded : crash;
  const isPart = place === 'part';
  const Frame = place === 'document' ? 'main' : 'div';
  const Heading = isPart ? 'h2' : 'h1';
  return (
    <Frame className={classNames(message.message, isPart && message.part)}>
      <div className={message.words} role="alert">
        <Heading>{isPart && isLoadFailure ? partNotLoaded.partTitle : title}</Heading>
        <p>{text}</p>
        {isLeavingRisky() && <p>{runningTransfer}</p>}
      </div>
      <button type="button" onClick={isLoadFailure ? onRetry : onReload}>
        {isLoadFailure ? partNotLoaded.retry : crash.reload}
      </button>
    </Frame>
  );
}
