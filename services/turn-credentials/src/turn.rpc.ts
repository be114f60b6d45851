import { parseRequest, ServiceError, verifyClaims, type Keyring } from '@tandem/kit';
import { grpcService } from '@tandem/kit/grpc';
import { grantAudience } from '@tandem/proto/grant';
import { GrantClaims } from '@tandem/proto/tandem/signalling/v1/grant';
import {
  TurnCredentialsServiceDefinition,
  type IceServer,
  type TurnCredentialsServiceImplementation,
} from '@tandem/proto/tandem/turn/v1/turn';
import { z } from 'zod';
import { relayIdOf, signCredentials, type Participant, type Relay } from './credentials.js';

export interface TurnContext {
  grantKeys: Keyring;
  stunUrls: readonly string[];
  /** Null without a relay. */
  relay: Relay | null;
  ttlSeconds: number;
  now(): Date;
}

const requestSchema = z.object({
  participant: z
    .discriminatedUnion('$case', [
      z.object({ $case: z.literal('uid'), value: z.string().max(128) }),
      z.object({ $case: z.literal('grant'), value: z.string().max(2_048) }),
    ])
    .optional(),
});

const noParticipant = (): ServiceError =>
  new ServiceError(
    'unauthenticated',
    'no-participant',
    'Sign in or open a share to use the relay servers.',
  );

/** The caller has verified the uid; a grant is verified here. */
const identify = async (context: TurnContext, request: unknown): Promise<Participant> => {
  const { participant } = parseRequest(requestSchema, request);
  if (!participant?.value) throw noParticipant();
  if (participant.$case === 'uid') return { kind: 'user', uid: participant.value };
  const claims = await verifyClaims(participant.value, {
    keys: context.grantKeys,
    audience: grantAudience,
    now: context.now(),
  });
  const { viewerId } = GrantClaims.fromJSON(claims);
  if (!viewerId) throw noParticipant();
  return { kind: 'viewer', viewerId };
};

export const issueCredentials = async (context: TurnContext, request: unknown) => {
  const participant = await identify(context, request);
  const { stunUrls, relay, ttlSeconds } = context;
  const stun: IceServer[] = stunUrls.map((url) => ({
    urls: [url],
    username: undefined,
    credential: undefined,
  }));
  const secret = relay?.secrets[0];
  if (!relay || !secret) return { iceServers: stun, ttlSeconds: 0 };
  const signed = signCredentials(relayIdOf(participant), secret, ttlSeconds, context.now());
  return { iceServers: [...stun, { urls: [...relay.urls], ...signed }], ttlSeconds };
};

export const turnService = (context: TurnContext) => {
  const implementation: TurnCredentialsServiceImplementation = {
    issueCredentials: (request) => issueCredentials(context, request),
  };
  return grpcService(TurnCredentialsServiceDefinition, implementation);
};
