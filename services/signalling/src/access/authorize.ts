import type { CloseReason } from '../protocol/close-codes.js';
import type { Role } from '../protocol/role.js';

export interface JoinRequest {
  readonly shareId: string;
  readonly peerId: string;
  /** Credentials; empty when absent. */
  readonly password: string;
  readonly grant: string;
  readonly sessionCookie: string;
  readonly ipAddress: string;
  readonly userAgent: string;
  /** W3C trace context of the calls this causes; empty without one. */
  readonly traceparent: string;
}

export type Verdict =
  | {
      readonly outcome: 'admitted';
      readonly role: Role;
      readonly viewerId: string;
      /** When the share was known to be active; a later stop revokes the verdict. */
      readonly assertedAtMs: number;
      /** Undefined when the credential does not contain it. */
      readonly shareExpiresAtMs: number | undefined;
      /** Epoch of the share; a restart revokes the verdicts of earlier ones. */
      readonly shareEpoch: number;
      /** The session that the verdict rests on; empty for other credentials. */
      readonly sessionId: string;
      /** For the metrics. */
      readonly credential: 'grant' | 'password' | 'session';
    }
  | { readonly outcome: 'refused'; readonly closeReason: CloseReason };

/** Decides the role of a client in a share; synchronously if no other service is involved. Never rejects. */
export type Authorize = (request: JoinRequest) => Verdict | Promise<Verdict>;
