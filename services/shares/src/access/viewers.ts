import { createHmac, hkdfSync } from 'node:crypto';
import type { Keyring } from '@tandem/kit';

/**
 * Viewer id of a join without a grant: lets a client replace its own previous socket, but not that of another client,
 * and reveals neither user nor address.
 */
export type ViewerIdOf = (request: {
  shareId: string;
  /** Empty for a visitor. */
  callerUid: string;
  client: { ipAddress: string };
}) => string;

const idLength = 22;

export const createViewerIds = (keys: Keyring): ViewerIdOf => {
  const { key } = keys.primary;
  const secret = Buffer.from(hkdfSync('sha256', key, '', 'tandem/shares/viewer-id', 32));
  return ({ shareId, callerUid, client }) =>
    createHmac('sha256', secret)
      .update(
        `${shareId}\0${callerUid === '' ? `address:${client.ipAddress}` : `uid:${callerUid}`}`,
      )
      .digest('base64url')
      .slice(0, idLength);
};
