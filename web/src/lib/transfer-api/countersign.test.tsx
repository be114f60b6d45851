import { waitFor } from '@testing-library/react';
import { installFakeApi, type ApiAnswer } from '../../../test/fake-api.js';
import { fakeIdentity } from '../../../test/fake-identity.js';
import {
  countersignatureOf,
  installDigests,
  newReceipt,
  submissionOf,
} from '../../../test/receipts.js';
import type { Receipt } from '../../transfer/api.js';
import { setIdentityLoader, setSession } from '../account/session.js';
import { countersign, submitReceipts } from './countersign.js';

const route = 'POST /api/shares/abc/receipt';
const signature = countersignatureOf(newReceipt('abc'));
const otherReceipt: Receipt = {
  ...newReceipt('abc'),
  statement: JSON.stringify({ shareId: 'abc', deliveryId: 'd'.repeat(22), path: 'relayed' }),
};
const waiting: ApiAnswer = { status: 202, body: { pending: 'waiting-for-other-side' } };
/** As a gateway of an earlier version responds. */
const refusedAsEarly: ApiAnswer = { status: 409, body: { reason: 'waiting-for-other-side' } };

/** Answers in order. */
const answering = (...answers: ApiAnswer[]) =>
  installFakeApi({ [route]: () => answers.shift() ?? { status: 500 } });

beforeAll(installDigests);

describe('the countersignature of a receipt', () => {
  it('is requested for the digest of the statement, by the session of the sender', async () => {
    const receipt = newReceipt('abc');
    const api = answering({ body: signature });
    expect(await countersign(receipt)).toEqual(signature);
    const [request] = api.to(route);
    expect(request?.body).toEqual(submissionOf(receipt));
    expect(request?.headers.has('authorization')).toBe(false);
  });

  it('is requested with the grant of the recipient, the current one each time', async () => {
    const api = answering(waiting, { body: signature });
    let count = 0;
    const getGrant = () => Promise.resolve(`g${(count += 1)}`);
    expect(await countersign(newReceipt('abc'), getGrant, [0])).toEqual(signature);
    expect(api.to(route).map(({ headers }) => headers.get('authorization'))).toEqual([
      'Grant g1',
      'Grant g2',
    ]);
  });

  it('is requested again until the log has the delivery, and the receipt from both sides', async () => {
    const api = answering(waiting, { status: 503 }, waiting, { body: signature });
    expect(await countersign(newReceipt('abc'), undefined, [0, 0, 0])).toEqual(signature);
    expect(api.to(route)).toHaveLength(4);
  });

  it('is requested so that an early request is no failed one', async () => {
    const api = answering({ body: signature });
    await countersign(newReceipt('abc'));
    expect(api.to(route)[0]?.query.get('pending')).toBe('202');
  });

  it('is requested again from a gateway of an earlier version', async () => {
    const api = answering({ status: 404 }, refusedAsEarly, { body: signature });
    expect(await countersign(newReceipt('abc'), undefined, [0, 0])).toEqual(signature);
    expect(api.to(route)).toHaveLength(3);
  });

  it.each([
    [
      'the log never has the delivery',
      { status: 202, body: { pending: 'delivery-not-confirmed' } },
      3,
    ],
    ['the other side submits nothing', waiting, 3],
    ['the receipts differ', { status: 409, body: { reason: 'receipts-differ' } }, 1],
    ['the server refuses', { status: 403 }, 1],
  ])('is absent when %s', async (_name, answer, requests) => {
    const api = installFakeApi({ [route]: answer });
    expect(await countersign(newReceipt('abc'), undefined, [0, 0])).toBeNull();
    expect(api.to(route)).toHaveLength(requests);
  });

  it('is absent without a grant', async () => {
    const api = answering();
    const getGrant = () => Promise.reject(new Error('expired'));
    expect(await countersign(newReceipt('abc'), getGrant, [0])).toBeNull();
    expect(api.to(route)).toHaveLength(0);
  });

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['another version', { ...signature, version: 1 }],
    ['that of another share', countersignatureOf(newReceipt('abd'))],
    ['that of another statement', countersignatureOf(otherReceipt)],
    ['another digest', { ...signature, statementSha256: 'c'.repeat(64) }],
    ['another time', { ...signature, at: '2026-01-01T10:03:00.000Z' }],
    ['a time that is written differently', { ...signature, at: '2026-01-01T10:02:00Z' }],
    ['a signature by another key', { ...signature, publicKey: 'A'.repeat(43) }],
    ['no name of the key', { ...signature, head: { ...signature.head, kid: null } }],
    ['a head without a proof', { ...signature, proof: undefined }],
    ['another position', { ...signature, proof: { ...signature.proof, index: 3 } }],
    ['a head of another size', { ...signature, head: { ...signature.head, size: 5 } }],
    [
      'a head at another time',
      { ...signature, head: { ...signature.head, at: signature.at + ' ' } },
    ],
  ])('is absent when the server answers %s, and is requested again', async (_name, body) => {
    const receipt = newReceipt('abc');
    answering({ body }, { body: { ...signature, more: 'unsigned' } });
    expect(await countersign(receipt)).toBeNull();
    expect(await countersign(receipt)).toEqual(signature);
  });

  it('is requested once more after a failure, but not while or after it succeeds', async () => {
    const receipt = newReceipt('abc');
    const api = answering({ status: 403 }, { body: signature });
    expect(await countersign(receipt)).toBeNull();
    const both = [countersign(receipt), countersign(receipt)];
    expect(await Promise.all(both)).toEqual([signature, signature]);
    expect(await countersign(receipt)).toEqual(signature);
    expect(api.to(route)).toHaveLength(2);
  });
});

describe('the receipts of a session', () => {
  it('are submitted again when the sender has signed in after an expiry', async () => {
    const user = { uid: 'u', email: null, displayName: null, photoURL: null };
    setIdentityLoader(() => Promise.resolve(fakeIdentity()));
    setSession({ status: 'user', user, hasExpired: true });
    const api = answering(
      { status: 401, body: { reason: 'expired-session' } },
      { body: signature },
    );
    const receipt = newReceipt('abc');
    let tell = (): void => undefined;
    const subscribe = (listener: () => void) => {
      tell = listener;
      return () => undefined;
    };
    submitReceipts({ getSnapshot: () => [receipt], subscribe }, (receipts) => receipts);
    tell();
    await waitFor(() => expect(api.to(route)).toHaveLength(1));
    setSession({ status: 'user', user });
    await waitFor(() => expect(api.to(route)).toHaveLength(2));
    expect(await countersign(receipt)).toEqual(signature);
    setSession({ status: 'visitor' });
  });

  it('are submitted once each, as soon as the page has them', async () => {
    const api = installFakeApi({ [route]: { status: 403 } });
    let receipts: (Receipt | null)[] = [null];
    let tell = (): void => undefined;
    const session = {
      getSnapshot: () => receipts,
      subscribe: (listener: () => void) => {
        tell = listener;
        return () => undefined;
      },
    };
    submitReceipts(session, (snapshot) => snapshot);
    tell();
    const [first, second] = [newReceipt('abc'), newReceipt('abc')];
    for (receipts of [[first], [first, second], [first, second]]) {
      tell();
      await waitFor(() => expect(api.to(route)).toHaveLength(receipts.length));
    }
    tell();
    await countersign(newReceipt('abc'));
    expect(api.to(route)).toHaveLength(3);
  });
});
