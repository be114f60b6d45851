/**
 * `aud` of a share grant: a JWT with `GrantClaims`, issued by shares, verified by signalling, turn-credentials and
 * audit.
 */
export const grantAudience = 'grant';
