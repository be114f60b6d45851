import { parseRequest, ServiceError, verifyClaims, type VerificationKeys } from '@tandem/kit';
import { grpcService, type Authority, type GrpcClient } from '@tandem/kit/grpc';
import { grantAudience } from '@tandem/proto/grant';
import type { SharesServiceDefinition } from '@tandem/proto/tandem/shares/v1/shares';
import { GrantClaims } from '@tandem/proto/tandem/signalling/v1/grant';
import {
  TurnCredentialsServiceDefinition,
  type IceServer,
  type TurnCredentialsServiceImplementation,
} from '@tandem/proto/tandem/turn/v1/turn';
import { z } from 'zod';
import { relayIdOf, signCredentials, type Relay, type RelayUser } from './credentials.js';

export interface TurnContext {
  grantKeys: VerificationKeys;
  /** Whether the sender and a receiver are connected to signalling. */
  isRoomLive(shareId: string): Promise<boolean>;
  shares: Pick<GrpcClient<typeof SharesServiceDefinition>, 'getShareInfo'>;
  stunUrls: readonly string[];
  /** Null without a relay. */
  relay: Relay | null;
  ttlSeconds: number;
  now(): Date;
}

const requestSchema = z.object({
  grant: z.string().max(2_048),
  shareId: z.string().max(64),
  network: z.string().max(64),
});

const noParticipant = (): ServiceError =>
  new ServiceError('unauthenticated', 'no-participant', 'Open a share to use the relay servers.');

/** Whether the share is active and was not restarted since the grant. */
const isCurrent = async (
  { shares }: TurnContext,
  shareId: string,
  epoch: number,
): Promise<boolean> => {
  try {
    const share = await shares.getShareInfo({ shareId });
    return share.isActive && share.epoch === epoch;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not-found') return false;
    throw error;
  }
};

interface Participant extends RelayUser {
  /** Epoch in the grant; without a grant the caller has verified the share. */
  epoch?: number;
}

/** The caller has verified that the share is the user's; a grant is verified here. */
const identify = async (
  context: TurnContext,
  request: unknown,
  { user }: Pick<Authority, 'user'>,
): Promise<Participant> => {
  const { grant, shareId, network } = parseRequest(requestSchema, request);
  if (!grant) {
    if (!user || !shareId) throw noParticipant();
    return { shareId, network, role: 'sender' };
  }
  const claims = await verifyClaims(grant, {
    keys: context.grantKeys,
    audience: grantAudience,
    now: context.now(),
  });
  const { shareId: grantedId, role, epoch, sessionId } = GrantClaims.fromJSON(claims);
  // A sender's grant ends with the session that it was issued to.
  if (role === 'sender' && user?.sessionId !== sessionId) throw noParticipant();
  return { shareId: grantedId, network, role: role === 'sender' ? 'sender' : 'receiver', epoch };
};

const issueCredentials = async (
  context: TurnContext,
  request: unknown,
  authority: Pick<Authority, 'user'>,
) => {
  const { epoch, ...user } = await identify(context, request, authority);
  const { stunUrls, relay, ttlSeconds } = context;
  const stun: IceServer[] = stunUrls.map((url) => ({
    urls: [url],
    username: undefined,
    credential: undefined,
  }));
  const secret = relay?.secrets[0];
  // Concurrently, so that neither adds to the duration of the other.
  const [isValid, isLive] = await Promise.all([
    epoch === undefined || isCurrent(context, user.shareId, epoch),
    secret !== undefined && context.isRoomLive(user.shareId),
  ]);
  if (!isValid) throw noParticipant();
  if (!relay || !secret || !isLive) return { iceServers: stun, ttlSeconds: 0 };
  const signed = signCredentials(relayIdOf(user), secret, ttlSeconds, context.now());
  return { iceServers: [...stun, { urls: [...relay.urls], ...signed }], ttlSeconds };
};

export const turnService = (context: TurnContext) => {
  const implementation: TurnCredentialsServiceImplementation<Authority> = {
    issueCredentials: (request, authority) => issueCredentials(context, request, authority),
  };
  return grpcService(TurnCredentialsServiceDefinition, implementation);
};
