import type { CloseReason } from '../protocol/close-codes.js';
import type { Role } from '../protocol/role.js';

export interface JoinRequest {
  readonly shareId: string;
  /** Empty when not given. */
  readonly password: string;
  readonly grant: string;
  readonly sessionCookie: string;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly peerId: string;
  /** W3C trace context for the calls this takes; empty without one. */
  readonly traceparent: string;
}

export type Verdict =
  | {
      readonly outcome: 'admitted';
      readonly role: Role;
      readonly viewerId: string;
      /** When the share was known to be active: a stop after this revokes the verdict. */
      readonly assertedAtMs: number;
      /** Undefined when the credential does not tell. */
      readonly shareExpiresAtMs: number | undefined;
      /** How the right was proven, for the metrics. */
      readonly by: 'grant' | 'password' | 'session';
    }
  | { readonly outcome: 'refused'; readonly closeReason: CloseReason };

/** Who may be what in a share. Answers at once where nobody needs to be asked. Never rejects. */
export interface Authority {
  authorise(request: JoinRequest): Verdict | Promise<Verdict>;
}
