import { z } from 'zod';
import { grantOf } from '../auth.js';
import type { Services } from '../clients.js';
import type { Config } from '../config.js';
import { route, type Route } from '../route.js';

const iceServer = z.strictObject({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});

const answerSchema = z.strictObject({ iceServers: z.array(iceServer) });

/** Relay credentials for participants; whoever is neither signed in nor holds a grant gets STUN only. */
export const turnRoutes = ({ turn }: Services, config: Config): Route[] => [
  route({
    method: 'get',
    path: '/api/turn-credentials',
    summary: 'ICE servers for one participant.',
    access: 'optional',
    limit: 'read',
    answer: { status: 200, schema: answerSchema },
    handle: async ({ caller, request }): Promise<z.infer<typeof answerSchema>> => {
      const grant = grantOf(request);
      if (!caller && !grant) return { iceServers: [{ urls: config.STUN_URLS }] };
      const { iceServers } = await turn.issueCredentials({
        participant: grant
          ? { $case: 'grant', value: grant }
          : { $case: 'uid', value: caller?.uid ?? '' },
      });
      return {
        iceServers: iceServers.map(({ urls, username, credential }) => ({
          urls,
          ...(username !== undefined && { username }),
          ...(credential !== undefined && { credential }),
        })),
      };
    },
  }),
];
