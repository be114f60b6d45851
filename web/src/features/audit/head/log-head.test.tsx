import { createHash, generateKeyPairSync, sign, webcrypto } from 'node:crypto';
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { config, renderApp, someUser, startApi, tidyUp } from '../../../../test/render-app.js';
import { clearToasts, getToasts } from '../../../components/toast/index.js';
import { rememberedHead, rememberSavedHead } from './remembered-head.js';

beforeAll(() => {
  // jsdom has no SubtleCrypto.
  const { subtle } = webcrypto;
  Object.defineProperty(globalThis.crypto, 'subtle', { configurable: true, value: subtle });
});
afterEach(() => {
  localStorage.clear();
  tidyUp();
});

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const encode = (bytes: Buffer): string => bytes.toString('base64url');
const keys = generateKeyPairSync('ed25519');
const publicKey = encode(keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));

const user = someUser();
const owner = encode(sha256(JSON.stringify(['tandem/audit-owner/1', user.uid])));
const createdAt = '2026-01-05T07:08:09.000Z';
/** What the hash of an entry is over; the service sends more fields. */
const contentOf = (name: string, at = createdAt): string =>
  JSON.stringify([1, user.uid, 1, name, Date.parse(at)]);
const hashOf = (name: string, at?: string): string => encode(sha256(contentOf(name, at)));
const leafOf = (seq: number, name: string, at?: string): string =>
  JSON.stringify(['entry', owner, seq, hashOf(name, at)]);
const leafHash = (text: string): Buffer => sha256(Buffer.from([0]), text);

const signed = (size: number, root: Buffer) => {
  const at = new Date(Date.UTC(2026, 0, 6, 0, size)).toISOString();
  const text = JSON.stringify(['tandem/audit-head/1', size, encode(root), Date.parse(at)]);
  const signature = encode(sign(null, Buffer.from(text), keys.privateKey));
  return { size, root: encode(root), at, kid: 'k1', publicKey, signature };
};

/** A tree of one or two entries of the user, recorded at the same time. */
const answerOf = (names: readonly string[], ownHash: string | null = null, at = createdAt) => {
  const leaves = names.map((name, index) => leafOf(index + 1, name, at));
  const newest = names.at(-1) ?? '';
  const [first = '', second] = leaves;
  const node = (left: string, right: string): Buffer =>
    sha256(Buffer.from([1]), leafHash(left), leafHash(right));
  const root = second === undefined ? leafHash(first) : node(first, second);
  return {
    head: signed(names.length, root),
    consistency: second === undefined ? [] : [encode(leafHash(second))],
    newest: {
      ...{ seq: names.length, hash: hashOf(newest, at), createdAt: at },
      content: contentOf(newest, at),
      proof: {
        index: names.length - 1,
        text: leaves.at(-1) ?? '',
        path: second === undefined ? [] : [encode(leafHash(first))],
      },
    },
    ownHash,
    retention: null,
  };
};

const open = (answer: object) => {
  const api = startApi();
  api.answer({
    'GET /api/config': { body: { ...config, policy: { auditRetentionMonths: 12 } } },
    'GET /api/audit-logs': { body: [] },
    'GET /api/audit-logs/head': answer,
  });
  renderApp('/audit-logs', user);
  return api;
};

/** The page with the first head, closed again. */
const remember = async () => {
  open({ body: answerOf(['a']) });
  await screen.findByText(/This browser saved the log/);
  await waitFor(() => expect(rememberedHead(user.uid)?.own?.seq).toBe(1));
  tidyUp();
};

describe('the head of the audit log', () => {
  it('is remembered, and confirmed when a later one continues it', async () => {
    await remember();
    const api = open({ body: answerOf(['a', 'b'], hashOf('a')) });
    expect(await screen.findByText(/The log continues the signed state/)).toBeDefined();
    const { query } = api.to('GET /api/audit-logs/head')[0] ?? {};
    expect([query?.get('fromSize'), query?.get('ownSeq')]).toEqual(['1', '1']);
    expect(rememberedHead(user.uid)?.head.size).toBe(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is stated in a sentence; its hash is in the collapsed details', async () => {
    await remember();
    const answer = answerOf(['a', 'b'], hashOf('a'));
    open({ body: answer });
    const statement = await screen.findByText(/^The log continues the signed state/);
    const root = screen.getByText(answer.head.root);
    expect(statement.closest('[role=status]')?.contains(root)).toBe(false);
    expect(root.closest('details')?.open).toBe(false);
    await userEvent.click(screen.getByText('Signed state of the log'));
    expect(root.closest('details')?.open).toBe(true);
  });

  it.each([false, true])('has its hash on paper, opened before: %p', async (wasOpen) => {
    const answer = answerOf(['a']);
    open({ body: answer });
    const summary = await screen.findByText('Signed state of the log');
    if (wasOpen) await userEvent.click(summary);
    const details = screen.getByText(answer.head.root).closest('details');
    fireEvent(window, new Event('beforeprint'));
    expect(details?.open).toBe(true);
    fireEvent(window, new Event('afterprint'));
    expect(details?.open).toBe(wasOpen);
  });

  it.each([
    ['a rewritten log', answerOf(['x', 'b'], hashOf('a')), /no longer contains what it contained/],
    ['a removed entry', answerOf(['a', 'b']), /Entry 1 of your log is missing/],
    ['a replaced entry', answerOf(['a', 'b'], hashOf('x')), /is not the one that was there/],
    [
      'a changed signature',
      { ...answerOf(['a', 'b'], hashOf('a')), head: answerOf(['x']).head },
      /signature or proof of the log is not valid/,
    ],
    [
      'another content of the newest entry',
      {
        ...answerOf(['a', 'b'], hashOf('a')),
        newest: { ...answerOf(['a', 'b']).newest, content: contentOf('x') },
      },
      /signature or proof of the log is not valid/,
    ],
    ['an answer of another form', {}, /signature or proof of the log is not valid/],
  ])('raises the alarm for %s, and keeps the earlier head', async (_name, body, text) => {
    await remember();
    open({ body });
    const alarm = await screen.findByRole('alert');
    expect(alarm.textContent).toMatch(text);
    expect(rememberedHead(user.uid)?.head.size).toBe(1);
  });

  describe('of a log that grew since the first visit', () => {
    const today = new Date().toISOString();
    const visitTwice = async (at: string) => {
      open({ body: answerOf(['a'], null, at) });
      await waitFor(() => expect(rememberedHead(user.uid)?.own?.seq).toBe(1));
      tidyUp();
      open({ body: answerOf(['a', 'b'], hashOf('a', at), at) });
      await waitFor(() => expect(rememberedHead(user.uid)?.own?.seq).toBe(2));
      tidyUp();
    };
    /** The third visit; the log has this hash at the position of the first entry. */
    const openWith = (at: string, firstHash: string | null) => {
      const api = startApi();
      const later = { ...answerOf(['a', 'b'], hashOf('b', at), at), consistency: [] };
      api.answer({
        'GET /api/config': { body: { ...config, policy: { auditRetentionMonths: 12 } } },
        'GET /api/audit-logs': { body: [] },
        'GET /api/audit-logs/head': ({ query }) => ({
          body: { ...later, ...(query.get('ownSeq') === '1' && { ownHash: firstHash }) },
        }),
      });
      renderApp('/audit-logs', user);
    };

    it.each([
      ['removed before its time', null, /Entry 1 of your log is missing/],
      ['replaced', hashOf('x'), /Entry 1 of your log is not the one/],
    ])('raises the alarm when an older entry was %s', async (_what, firstHash, text) => {
      await visitTwice(today);
      openWith(today, firstHash);
      expect((await screen.findByRole('alert')).textContent).toMatch(text);
    });

    it('raises none while that entry is there, nor after the end of its retention', async () => {
      await visitTwice(today);
      openWith(today, hashOf('a', today));
      expect(await screen.findByText(/The log continues the signed state/)).toBeDefined();
      tidyUp();
      localStorage.clear();
      const old = '2020-01-05T07:08:09.000Z';
      await visitTwice(old);
      openWith(old, null);
      expect(await screen.findByText(/The log continues the signed state/)).toBeDefined();
    });
  });

  it('is remembered with the time that the hash of the newest entry covers, whatever the server says', async () => {
    const answer = answerOf(['a']);
    open({
      body: { ...answer, newest: { ...answer.newest, createdAt: '2001-01-01T00:00:00.000Z' } },
    });
    await waitFor(() => expect(rememberedHead(user.uid)?.own?.createdAt).toBe(createdAt));
  });

  it('is not remembered when the server does not prove that time, as earlier versions do not', async () => {
    await remember();
    const answer = answerOf(['a', 'b'], hashOf('a'));
    open({ body: { ...answer, newest: { ...answer.newest, content: '' } } });
    expect(await screen.findByText(/not available right now/)).toBeDefined();
    expect(rememberedHead(user.uid)?.head.size).toBe(1);
  });

  it('is continued by later exports once it was saved', async () => {
    URL.createObjectURL = () => 'blob:head';
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    open({ body: answerOf(['a']) });
    await userEvent.click(await screen.findByText('Signed state of the log'));
    await userEvent.click(await screen.findByRole('button', { name: 'Save signed head' }));
    tidyUp();
    open({ body: answerOf(['a', 'b'], hashOf('a')) });
    await screen.findByText(/The log continues the signed state/);
    expect(rememberedHead(user.uid)).toMatchObject({ head: { size: 2 }, savedSizes: [1] });
    jest.restoreAllMocks();
  });

  it('stays saved when the user saves it while the next one is compared', async () => {
    await remember();
    const { head } = answerOf(['a']);
    open(() => {
      rememberSavedHead(user.uid, head);
      return { body: answerOf(['a', 'b'], hashOf('a')) };
    });
    await screen.findByText(/The log continues the signed state/);
    expect(rememberedHead(user.uid)).toMatchObject({ head: { size: 2 }, savedSizes: [1] });
  });

  it('raises the alarm for a shorter log, which the user can save and accept', async () => {
    open({ body: answerOf(['a', 'b']) });
    await waitFor(() => expect(rememberedHead(user.uid)?.head.size).toBe(2));
    tidyUp();
    const saved: Blob[] = [];
    URL.createObjectURL = (blob) => {
      saved.push(blob as Blob);
      return 'blob:evidence';
    };
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    open({ body: answerOf(['a']) });
    expect((await screen.findByRole('alert')).textContent).toMatch(/shorter than on/);
    await userEvent.click(screen.getByRole('button', { name: 'Save evidence' }));
    const evidence = JSON.parse(await new Response(saved[0]).text()) as object;
    expect(evidence).toMatchObject({
      fault: 'rolled-back',
      remembered: { head: { size: 2 } },
      answer: { head: { size: 1 } },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Trust this log' }));
    await screen.findByText(/This browser saved the log/);
    expect(rememberedHead(user.uid)?.head.size).toBe(1);
    jest.restoreAllMocks();
  });

  describe('in an export', () => {
    const csvOf = (names: readonly string[] | null, isForged = false): string => {
      const log = names && {
        ownerUid: user.uid,
        head: isForged ? { ...answerOf(names).head, root: hashOf('x') } : answerOf(names).head,
        consistency: { fromSize: 1, path: answerOf(names).consistency },
      };
      const cell = log ? `"${JSON.stringify(log).replaceAll('"', '""')}"` : '';
      return `Event,Log Head\r\n"say ""{}""",${cell}\r\nb,\r\n`;
    };
    const exportLog = async (body: string): Promise<void> => {
      URL.createObjectURL = () => 'blob:export';
      URL.revokeObjectURL = () => undefined;
      jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
      await remember();
      const api = open({ status: 503 });
      api.answer({ 'GET /api/audit-logs/export': { body } });
      await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
    };
    afterEach(() => {
      jest.restoreAllMocks();
    });

    it('is compared with the remembered one and remembered', async () => {
      await exportLog(csvOf(['a', 'b']));
      expect(await screen.findByText('Export Complete')).toBeDefined();
      expect(rememberedHead(user.uid)).toMatchObject({ head: { size: 2 }, own: { seq: 1 } });
    });

    it('is remembered as saved: later exports continue it', async () => {
      await exportLog(csvOf(['a', 'b']));
      await screen.findByText('Export Complete');
      tidyUp();
      const api = open({ body: { ...answerOf(['a', 'b'], hashOf('a')), consistency: [] } });
      api.answer({ 'GET /api/audit-logs/export': { body: csvOf(['a', 'b']) } });
      await screen.findByText(/The log continues the signed state/);
      await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
      await waitFor(() => expect(api.to('GET /api/audit-logs/export')).toHaveLength(1));
      const { query } = api.to('GET /api/audit-logs/export')[0] ?? {};
      expect(query?.get('earlierSizes')).toBe('2');
      expect(rememberedHead(user.uid)?.savedSizes).toEqual([2]);
    });

    it('is not needed in a log without entries', async () => {
      await exportLog('Event,Log Head\r\n');
      expect(await screen.findByText('Export Complete')).toBeDefined();
    });

    it.each([
      ['of a rewritten log', csvOf(['x', 'b'])],
      ['with another root than the signed one', csvOf(['a', 'b'], true)],
      ['missing', csvOf(null)],
    ])('raises the alarm when it is %s, and keeps the earlier head', async (_what, csv) => {
      await exportLog(csv);
      // The toast is an alert as well.
      const page = within(screen.getByRole('main'));
      const alarm = await page.findByRole('alert');
      expect(getToasts()[0]?.title).toBe('Audit Log Damaged');
      act(() => clearToasts());
      expect(page.getByRole('alert')).toBe(alarm);
      expect(alarm.textContent).toMatch(/Audit Log Damaged.*Keep the file as evidence/);
      expect(rememberedHead(user.uid)?.head.size).toBe(1);
      await userEvent.click(within(alarm).getByRole('button', { name: 'Dismiss' }));
      expect(page.queryByRole('alert')).toBeNull();
    });
  });

  it('raises the alarm when the server refuses to sign', async () => {
    open({ status: 409, body: { reason: 'audit-log-damaged', message: 'Damaged.' } });
    expect((await screen.findByRole('alert')).textContent).toMatch(/does not sign the log/);
  });

  it('raises no alarm when the server is out of reach', async () => {
    open({ status: 503, body: { message: 'Later.' } });
    expect(await screen.findByText(/not available right now/)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is compared 30 seconds later when the server was out of reach, not ten minutes', async () => {
    jest.useFakeTimers();
    try {
      const api = open({ status: 503, body: { message: 'Later.' } });
      await screen.findByText(/not available right now/);
      expect(api.to('GET /api/audit-logs/head')).toHaveLength(1);
      api.answer({ 'GET /api/audit-logs/head': () => new Promise(() => undefined) });
      await act(() => jest.advanceTimersByTimeAsync(30_500));
      expect(api.to('GET /api/audit-logs/head')).toHaveLength(2);
      expect(screen.getByText(/not available right now/)).toBeDefined();
    } finally {
      jest.useRealTimers();
    }
  });
});
