import { useState } from 'react';
import { ReceiptButton } from '../../../../components/receipt/receipt-button.js';
import { formatBytes } from '../../../../lib/texts/format.js';
import type { ReceiverSnapshot } from '../../../../transfer/api.js';
import { Callout } from '../../panel/panel-parts.js';
import { receiverTexts as words } from '../../panel/texts.js';
import type { Access } from '../../session/flow.js';
import type { DownloaderInfo } from '../../session/share-api.js';
import shared from '../../shared.module.css';
import { texts } from '../../texts.js';
import type { Receiving } from '../session/use-receiver.js';
import { SignUpInvitation } from './sign-up-invitation.js';

interface DeliveredProps {
  snapshot: ReceiverSnapshot;
  access: Access;
  downloader: DownloaderInfo;
  isVisitor: boolean;
  receiving: Receiving;
}

/** The complete file, its receipt and the invitation to sign up, which waits while the receipt is read. */
export function Delivered({ snapshot, access, downloader, isVisitor, receiving }: DeliveredProps) {
  const [isReading, setIsReading] = useState(false);
  const isComplete = snapshot.state === 'completed';
  return (
    <>
      {isComplete && <Completion snapshot={snapshot} receiving={receiving} />}
      {isComplete && receiving.saveAgain !== null && (
        <button type="button" className={shared.button} onClick={receiving.saveAgain}>
          {words.saveAgain}
        </button>
      )}
      {snapshot.receipt !== null && (
        <ReceiptButton
          receipt={snapshot.receipt}
          getGrant={access.grantKeeper.withoutPassword}
          label={texts.page.viewReceipt}
          className={shared.button}
          onOpen={() => setIsReading(true)}
        />
      )}
      {isComplete && isVisitor && (
        <SignUpInvitation
          downloader={downloader}
          handOver={receiving.handOver}
          whenRecorded={receiving.whenRecorded}
          isHeld={isReading}
        />
      )}
    </>
  );
}

const completionText = (receiving: Receiving, size: string, filename?: string): string => {
  const { handOver, saveAgain, savedName } = receiving;
  if (handOver !== null) return saveAgain === null ? words.streamed(size) : words.offered(size);
  const isRenamed = savedName !== null && savedName !== filename;
  return isRenamed ? words.savedAs(savedName, size) : words.saved(size);
};

interface CompletionProps {
  snapshot: ReceiverSnapshot;
  receiving: Receiving;
}

function Completion({ snapshot, receiving }: CompletionProps) {
  const size = formatBytes(snapshot.stats.bytesTransferred);
  const route = texts.connection[snapshot.connectionType];
  return (
    <Callout tone="good">
      <p>
        {completionText(receiving, size, snapshot.file?.filename)} {route}
      </p>
      {receiving.handOver !== null && (
        <p>{receiving.saveAgain === null ? words.notStreamed : words.notOffered}</p>
      )}
    </Callout>
  );
}
