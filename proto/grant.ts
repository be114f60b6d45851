/** `aud` of a share grant: a JWT with `GrantClaims`, issued by shares, verified by signalling and turn-credentials. */
export const grantAudience = 'grant';
