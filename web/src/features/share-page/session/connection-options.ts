import { toast } from '../../../components/toast/index.js';
import { loadConfig } from '../../../lib/http/config.js';
import { ApiError } from '../../../lib/http/http.js';
import { newTraceparent } from '../../../lib/http/traceparent.js';
import { loadIceServers } from '../../../lib/transfer-api/ice-servers.js';
import type { JoinCredentials } from '../../../transfer/api.js';
import { EngineFailure } from '../../../transfer/pure.js';
import { texts } from '../texts.js';
import type { Access } from './flow.js';

interface ConnectionOptions {
  shareId: string;
  signallingUrl: string;
  credentials: JoinCredentials;
  iceServers: () => Promise<RTCIceServer[]>;
  newTraceparent: () => string;
}

/** A refusal ends the attempts; a network or a server that fails does not. */
const joinFailure = (error: unknown): unknown => {
  if (!(error instanceof ApiError) || error.failure.status !== 403) return error;
  const { isFromServer, body } = error.failure;
  return new EngineFailure('access-denied', isFromServer ? { serverText: body } : {});
};

/** Falls back to the page's origin: the configuration differs only where signalling has its own host. */
const signallingUrl = (): Promise<string> =>
  loadConfig().then(
    (config) => config.signallingUrl,
    () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`,
  );

/** The connection options of both sides for an opened share. */
export const connectionOptions = async (access: Access): Promise<ConnectionOptions> => {
  const getGrant = async (): Promise<string> => {
    try {
      return await access.grantKeeper();
    } catch (error) {
      if (error instanceof ApiError && error.failure.status === 401) {
        toast({ ...texts.common.authenticationError, variant: 'destructive' });
      }
      throw error;
    }
  };
  return {
    shareId: access.share.shareId,
    signallingUrl: await signallingUrl(),
    credentials: {
      kind: 'grant',
      grant: async () => {
        try {
          return await getGrant();
        } catch (error) {
          throw joinFailure(error);
        }
      },
    },
    iceServers: () =>
      loadIceServers(
        getGrant().then(
          (grant) => ({ grant }),
          () => ({}),
        ),
      ),
    newTraceparent,
  };
};
