import { jest } from '@jest/globals';
import { act } from '@testing-library/react';
import { installDigests, newReceipt, submissionOf } from '../../../../../test/receipts.js';
import { openedShare } from '../../test/fake-server.js';
import {
  access,
  complete,
  halfWay,
  open,
  renewal,
  settle,
  show,
  startDownload,
  withFreshPage,
} from '../../test/opened-page.js';

withFreshPage();

const receiptRoute = 'POST /api/shares/s1/receipt?pending=202';

describe('step 3 for the recipient', () => {
  it('submits the receipt with the grant, before anyone opens it', async () => {
    installDigests();
    const page = open({ [receiptRoute]: { status: 409 } });
    await startDownload(page);
    const receipt = newReceipt('s1');
    show(page, complete);
    show(page, { ...complete, receipt });
    show(page, { ...complete, receipt });
    await settle();
    const submitted = page.asked.filter(({ route }) => route === receiptRoute);
    expect(submitted.map(({ body }) => body)).toEqual([submissionOf(receipt)]);
    expect(submitted[0]?.init.headers).toMatchObject({ authorization: 'Grant grant-1' });
  });

  it('submits the receipt after an outage of half a minute', async () => {
    installDigests();
    const page = open({ [receiptRoute]: { status: 503 } });
    await startDownload(page);
    show(page, { ...complete, receipt: newReceipt('s1') });
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    const { length } = page.asked;
    page.answers[receiptRoute] = { status: 409 };
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    const later = page.asked.slice(length).filter(({ route }) => route === receiptRoute);
    expect(later).toHaveLength(1);
  });

  it.each([
    ['the renewed grant', { body: { ...openedShare, grant: 'grant-2' } }, 'Grant grant-2'],
    [
      'the last grant after a refusal',
      { status: 403, body: { reason: 'access-denied' } },
      'Grant grant-1',
    ],
  ])(
    'submits the receipt of a long transfer with %s, and opens the share once',
    async (_which, renewed, authorization) => {
      installDigests();
      const page = open({ [receiptRoute]: { status: 409 }, [renewal]: renewed });
      await startDownload(page);
      show(page, { state: 'receiving', stats: halfWay });
      await act(() => jest.advanceTimersByTimeAsync(10 * 60_000));
      // The first grant has expired.
      page.answers[renewal] = { status: 401 };
      await act(() => jest.advanceTimersByTimeAsync(2 * 60_000));
      show(page, { ...complete, receipt: newReceipt('s1') });
      await settle();
      const asked = (route: string) => page.asked.filter((call) => call.route === route);
      expect(asked(receiptRoute)[0]?.init.headers).toMatchObject({ authorization });
      expect([asked(renewal).length, asked(access).length]).toEqual([1, 1]);
    },
  );
});
