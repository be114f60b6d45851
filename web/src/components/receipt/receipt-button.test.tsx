import { createHash, webcrypto } from 'node:crypto';
import { jest } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installFakeApi, type ApiAnswer, type Handler } from '../../../test/fake-api.js';
import { countersignatureOf } from '../../../test/receipts.js';
import type { Receipt, ReceiptStatement } from '../../transfer/api.js';
import { ReceiptButton } from './receipt-button.js';

const statement: ReceiptStatement = {
  type: 'tandem/receipt/1',
  shareId: 'share-1',
  deliveryId: 'd'.repeat(22),
  file: {
    name: 'scan.dcm',
    type: '',
    bytes: 2_048,
    sha256OfBlocks: 'ab'.repeat(32),
    blockBytes: 4_194_304,
  },
  startedAt: '2026-01-01T10:00:00.000Z',
  completedAt: '2026-01-01T10:01:00.000Z',
  sender: { name: 'Ada', email: 'ada@example.test', basis: 'signed-in', publicKey: 'A'.repeat(87) },
  recipient: {
    name: 'Rita',
    email: 'rita@example.test',
    basis: 'self-declared',
    publicKey: 'B'.repeat(87),
  },
  path: 'relayed',
};
const receipt: Receipt = {
  format: 'tandem-receipt',
  statement: JSON.stringify(statement),
  senderSignature: 'S'.repeat(86),
  recipientSignature: 'R'.repeat(86),
  countersignature: null,
};
const countersignature = countersignatureOf(receipt);
const route = 'POST /api/shares/share-1/receipt';

type GetGrant = () => Promise<string>;

/** Files that the page saves. */
const captureSaved = () => {
  const saved: { name: string; text: Promise<string> }[] = [];
  let blob = new Blob();
  URL.createObjectURL = (object) => {
    blob = object as Blob;
    return 'blob:receipt';
  };
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, text: new Response(blob).text() });
  });
  return saved;
};

const open = async (answer: Handler = () => ({ status: 403 }), getGrant?: GetGrant) => {
  const api = installFakeApi({ [route]: answer });
  // A page asks again for a receipt that it has not got countersigned; each test has a receipt of its own.
  const own = { ...receipt };
  render(<ReceiptButton receipt={own} label="View Receipt" {...(getGrant && { getGrant })} />);
  await userEvent.click(screen.getByRole('button', { name: 'View Receipt' }));
  return { api, dialog: await screen.findByRole('dialog', { name: 'Delivery receipt' }) };
};

beforeAll(() => {
  // jsdom has no SubtleCrypto.
  const { subtle } = webcrypto;
  Object.defineProperty(globalThis.crypto, 'subtle', { configurable: true, value: subtle });
  // Nor modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});
afterEach(() => jest.restoreAllMocks());

describe('the receipt of a delivery', () => {
  it('shows file, people, path, and what it does and does not prove', async () => {
    const { dialog } = await open();
    for (const text of [
      'scan.dcm',
      statement.file.sha256OfBlocks,
      'Ada',
      'rita@example.test',
      'signed in',
      'as entered by this person',
      'Through a relay, encrypted from end to end',
      'What it does not prove',
    ])
      expect(within(dialog).getByText(text)).toBeDefined();
  });

  it('saves the receipt as signed, and closes', async () => {
    const saved = captureSaved();
    const { dialog } = await open();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save as File' }));
    expect(saved.map(({ name }) => name)).toEqual(['receipt-scan.dcm.json']);
    expect(JSON.parse((await saved[0]?.text) ?? '')).toEqual(receipt);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('saves the countersignature of the log, for either person', async () => {
    const saved = captureSaved();
    const { api, dialog } = await open(() => ({ body: countersignature }));
    expect(await within(dialog).findByText(/record 3 of the 4 records/)).toBeDefined();
    expect(api.to(route).map(({ body }) => body)).toEqual([
      {
        deliveryId: statement.deliveryId,
        statementSha256: createHash('sha256').update(receipt.statement).digest('hex'),
      },
    ]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save as File' }));
    expect(JSON.parse((await saved[0]?.text) ?? '')).toEqual({ ...receipt, countersignature });
  });

  it.each([
    ['for another receipt', { ...countersignature, statementSha256: 'c'.repeat(64) }],
    ['without a proof', { head: {} }],
  ])('saves no countersignature %s', async (_name, body) => {
    const saved = captureSaved();
    const { dialog } = await open(() => ({ body }));
    expect(await within(dialog).findByText(/^Not countersigned/)).toBeDefined();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save as File' }));
    expect(JSON.parse((await saved[0]?.text) ?? '')).toEqual(receipt);
  });

  it('waits until the other side has submitted the receipt', async () => {
    const answers: ApiAnswer[] = [{ status: 409, body: { reason: 'waiting-for-other-side' } }];
    const getGrant = () => Promise.resolve('g1');
    const { api, dialog } = await open(
      () => answers.shift() ?? { body: countersignature },
      getGrant,
    );
    const status = within(dialog).getByRole('status');
    await waitFor(() => expect(api.to(route)).toHaveLength(1));
    expect(status.textContent).toBe('Waiting for the countersignature…');
    await waitFor(() => expect(status.textContent).toMatch(/record 3 of the 4/), {
      timeout: 5_000,
    });
    expect(api.to(route).map(({ headers }) => headers.get('authorization'))).toEqual([
      'Grant g1',
      'Grant g1',
    ]);
  });

  it('waits for the log, and says when it has not signed', async () => {
    let answer: (refusal: { status: number }) => void = () => undefined;
    const { dialog } = await open(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const save = within(dialog).getByRole('button', { name: 'Save as File' });
    expect(save).toHaveProperty('disabled', true);
    answer({ status: 403 });
    expect(await within(dialog).findByText(/Not countersigned/)).toBeDefined();
    expect(save).toHaveProperty('disabled', false);
  });
});
