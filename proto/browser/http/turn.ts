import { z } from 'zod';
import { shareId, type Params } from './fields.js';

/** The share that the owner sends; a grant names its share itself. */
export const turnQuery = z.strictObject({ share: shareId.optional() });
export type TurnParams = Params<typeof turnQuery>;

export const iceServer = z.strictObject({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});

export type IceServer = z.infer<typeof iceServer>;

/** ICE servers of one participant. */
export const turnCredentials = z.strictObject({ iceServers: z.array(iceServer) });
export type TurnCredentials = z.infer<typeof turnCredentials>;
