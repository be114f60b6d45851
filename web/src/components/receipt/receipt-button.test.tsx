import { jest } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Countersign } from '../../lib/transfer-api/countersign.js';
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
const countersignature = {
  ...{ ownerUid: 'owner', statementSha256: 'c'.repeat(64), seq: 7, hash: 'h' },
  ...{ at: '2026-01-01T10:02:00.000Z', kid: 'k1', publicKey: 'K'.repeat(43) },
  signature: 'L'.repeat(86),
};

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

const open = async (countersign?: Countersign) => {
  render(
    <ReceiptButton receipt={receipt} label="Save Receipt" {...(countersign && { countersign })} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save Receipt' }));
  return screen.findByRole('dialog', { name: 'Delivery receipt' });
};

/** jsdom has no modal dialogs. */
beforeAll(() => {
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
    const dialog = await open();
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
    expect(within(dialog).queryByText('Audit log')).toBeNull();
  });

  it('saves the receipt as signed, and closes', async () => {
    const saved = captureSaved();
    const dialog = await open();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save as File' }));
    expect(saved.map(({ name }) => name)).toEqual(['receipt-scan.dcm.json']);
    expect(JSON.parse((await saved[0]?.text) ?? '')).toEqual(receipt);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('saves the countersignature of the owner’s log', async () => {
    const saved = captureSaved();
    const countersign = jest.fn<Countersign>(() => Promise.resolve(countersignature));
    const dialog = await open(countersign);
    expect(await within(dialog).findByText(/Countersigned at entry 7/)).toBeDefined();
    expect(countersign).toHaveBeenCalledWith(receipt.statement, statement.deliveryId);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save as File' }));
    expect(JSON.parse((await saved[0]?.text) ?? '')).toEqual({ ...receipt, countersignature });
  });

  it('waits for the log, and says when it has not signed', async () => {
    let answer: (none: null) => void = () => undefined;
    const dialog = await open(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const save = within(dialog).getByRole('button', { name: 'Save as File' });
    expect(save).toHaveProperty('disabled', true);
    answer(null);
    expect(await within(dialog).findByText(/Not countersigned/)).toBeDefined();
    expect(save).toHaveProperty('disabled', false);
  });
});
