import { jest } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { Link } from '../../components/page/link.js';
import { clearToasts, getToasts, restoreToast, toast } from '../../components/toast/index.js';
import { warnBeforeLeaving } from '../../lib/browser/leave-warning.js';
import { DocumentGate } from './document-gate.js';

const reload = jest.fn();

beforeEach(() => reload.mockReset());
afterEach(() => {
  cleanup();
  clearToasts();
  sessionStorage.clear();
  warnBeforeLeaving('test', false);
  warnBeforeLeaving('upload', false);
});

const show = (documentClass: 'app' | 'payment', path: string) =>
  render(
    <MemoryRouter initialEntries={['/settings', path]}>
      <DocumentGate documentClass={documentClass} reload={reload}>
        <p>content</p>
        <Link to="/subscribe">Upgrade</Link>
      </DocumentGate>
    </MemoryRouter>,
  );

describe('a page of another class than the document', () => {
  it('is loaded as a new document', async () => {
    show('app', '/audit-logs');
    expect(screen.getByText('content')).toBeDefined();
    await userEvent.click(screen.getByRole('link', { name: 'Upgrade' }));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('content')).toBeNull();
  });

  it('is loaded anew in the other direction, too', () => {
    show('payment', '/');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('shows the toast of the former document', () => {
    toast({ title: 'Payment Successful', description: 'Welcome', variant: 'success' });
    show('payment', '/');
    clearToasts();
    restoreToast();
    restoreToast();
    expect(getToasts()).toMatchObject([
      { title: 'Payment Successful', description: 'Welcome', variant: 'success', isOpen: true },
    ]);
  });

  it.each([
    ['interrupt a transfer', 'test', /interrupt the files/],
    ['lose the files that were chosen', 'upload', /choose your files again/],
  ])('is offered in a new tab while leaving would %s', async (_loss, reason, text) => {
    warnBeforeLeaving(reason, true);
    show('app', '/subscribe');
    expect(reload).not.toHaveBeenCalled();
    expect(screen.getByText(text)).toBeDefined();
    const link = screen.getByRole('link', { name: 'Open in a new tab' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      '/subscribe',
      '_blank',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Go back' }));
    expect(screen.getByText('content')).toBeDefined();
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('an offline shell in place of the payment page', () => {
  const open = () =>
    render(
      <MemoryRouter initialEntries={['/', '/subscribe']}>
        <DocumentGate documentClass="app" standsInFor="/subscribe" reload={reload}>
          <p>content</p>
        </DocumentGate>
      </MemoryRouter>,
    );

  it('reports the missing connection, and loads the page once it can be reached', async () => {
    const answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => Promise.resolve(new Response(null, { status: 503 })),
      () => Promise.resolve(new Response()),
    ];
    const asked = jest.spyOn(globalThis, 'fetch').mockImplementation(() => {
      const [next] = answers.splice(0, 1);
      return next?.() ?? Promise.reject(new Error('asked too often'));
    });
    jest.useFakeTimers();
    try {
      open();
      expect(screen.getByRole('heading', { name: 'The server cannot be reached' })).toBeDefined();
      expect(screen.queryByText(/signed in|content/)).toBeNull();
      await jest.advanceTimersByTimeAsync(10_000);
      expect(reload).not.toHaveBeenCalled();
      await jest.advanceTimersByTimeAsync(5_000);
      expect(asked).toHaveBeenCalledTimes(3);
      expect(reload).toHaveBeenCalledTimes(1);
    } finally {
      jest.useRealTimers();
      asked.mockRestore();
    }
  });
});
