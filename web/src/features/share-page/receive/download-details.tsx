import { ConnectionDetails } from '../../../components/connection/connection-details.js';
import { LimitControl } from '../../../components/connection/limit-control.js';
import type { RateSetting, ReceiverSnapshot } from '../../../transfer/api.js';

interface DownloadDetailsProps {
  snapshot: ReceiverSnapshot;
  onLimit: (setting: RateSetting) => void;
}

/** Connection details and speed limit of a running download. */
export default function DownloadDetails({ snapshot, onLimit }: DownloadDetailsProps) {
  const { connection, connectionType } = snapshot;
  return (
    <ConnectionDetails facts={connection} route={connectionType} side="recipient">
      <LimitControl direction="receive" onChange={onLimit} />
    </ConnectionDetails>
  );
}
