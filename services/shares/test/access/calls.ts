import { verifyClaims } from '@tandem/kit';
import { clientFor } from '@tandem/kit/testing';
import { visitor, type Stack } from '../harness.js';

export const minute = 60_000;
export const wrongPassword = 'zzzz-zzzz-zzzz';
export const refused = {
  code: 'permission-denied',
  reason: 'access-denied',
  message: 'Invalid password or expired link.',
};

/** The calls of visitors, signed-in users and pods to the stack of a test file. */
export const callsTo = (current: () => Stack) => {
  const later = (ms: number) => {
    current().clock.now = new Date(current().clock.now.getTime() + ms);
  };
  const access = (
    shareId: string,
    password: string,
    {
      callerUid,
      client = visitor(),
    }: { callerUid?: string; client?: ReturnType<typeof visitor> } = {},
  ) => {
    const caller = callerUid === undefined ? current().client : current().as(callerUid);
    return caller.accessShare({ shareId, password, client });
  };
  /** A join at a pod, of a signed-in user or a visitor. */
  const joinAs = (callerUid: string | undefined, shareId: string, more: object = {}) => {
    const pod = { presenter: 'signalling', audience: ['shares'] };
    const caller =
      callerUid === undefined
        ? current().signalling
        : clientFor(current().signalling, { uid: callerUid }, pod);
    return caller.authorizeJoin({ shareId, client: visitor(), ...more });
  };
  const claimsOf = (token: string) =>
    verifyClaims(token, {
      keys: current().context.grantKeys,
      audience: 'grant',
      now: current().clock.now,
    });
  const deniedOf = async (shareId: string) =>
    (await current().published('accessDenied'))
      .filter(({ share }) => share?.shareId === shareId)
      .map(({ reason }) => reason);
  return { later, access, joinAs, claimsOf, deniedOf };
};
