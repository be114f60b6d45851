import { z } from 'zod';

export const iceServer = z.strictObject({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});

export type IceServer = z.infer<typeof iceServer>;

/** ICE servers of one participant. */
export const turnCredentials = z.strictObject({ iceServers: z.array(iceServer) });
export type TurnCredentials = z.infer<typeof turnCredentials>;
