import { jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Toaster, clearToasts, getToasts, toast } from './index.js';
import { toastDurationMs } from './toast-store.js';

beforeEach(() => {
  jest.useFakeTimers();
  render(<Toaster />);
});
afterEach(() => {
  act(() => clearToasts());
  cleanup();
  jest.useRealTimers();
});

const show = (title: string, durationMs?: number): void => {
  act(() => {
    toast({ title, ...(durationMs === undefined ? {} : { durationMs }) });
  });
};
const pass = (ms: number): void => act(() => jest.advanceTimersByTime(ms));

describe('toasts', () => {
  it('shows only the newest [4.83, 9.46]', () => {
    show('first');
    show('second');
    expect(screen.queryByText('first')).toBeNull();
    expect(screen.getByText('second')).toBeDefined();
  });

  it('closes after 5000 ms and is removed 1,000,000 ms later [8.26, 9.47, 9.48]', () => {
    show('hello');
    pass(4_999);
    expect(screen.getByText('hello')).toBeDefined();
    pass(1);
    expect(screen.queryByText('hello')).toBeNull();
    pass(999_999);
    expect(getToasts()).toHaveLength(1);
    pass(1);
    expect(getToasts()).toHaveLength(0);
  });

  it('stays open while hovered or focused', () => {
    show('hello');
    const card = screen.getByRole('listitem');
    fireEvent.pointerEnter(card);
    pass(60_000);
    expect(screen.getByText('hello')).toBeDefined();
    fireEvent.pointerLeave(card);
    pass(toastDurationMs);
    expect(screen.queryByText('hello')).toBeNull();
  });

  it.each([
    [50, true],
    [51, false],
    [-80, true],
  ])('a swipe of %d px leaves it: %p [9.49]', (distance, isThere) => {
    show('hello');
    const card = screen.getByRole('listitem');
    const at = (clientX: number) => new MouseEvent('pointerdown', { bubbles: true, clientX });
    fireEvent(card, at(100));
    const move = new MouseEvent('pointermove', { bubbles: true, clientX: 100 + distance });
    fireEvent(card, move);
    fireEvent(card, new MouseEvent('pointerup', { bubbles: true, clientX: 100 + distance }));
    expect(screen.queryByText('hello') !== null).toBe(isThere);
  });

  it('takes the focus on F8 and closes on Escape [9.50]', () => {
    show('hello');
    fireEvent.keyDown(document, { key: 'F8' });
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Notifications (F8)' }));
    const close = screen.getByRole('button', { name: 'Close notification' });
    fireEvent.keyDown(close, { key: 'Escape' });
    expect(screen.queryByText('hello')).toBeNull();
  });

  it('closes when its link is followed', () => {
    act(() => void toast({ title: 'a question', link: { text: 'Decide', href: '#question' } }));
    const link = screen.getByRole('link', { name: 'Decide' });
    expect(link.getAttribute('href')).toBe('#question');
    fireEvent.click(link);
    expect(screen.queryByText('a question')).toBeNull();
  });

  it('announces toasts in a live region that is there before them, and failures assertively instead', () => {
    const region = screen.getByRole('list');
    expect(region.getAttribute('aria-live')).toBe('polite');
    show('fine');
    expect(region.textContent).toContain('fine');
    expect(screen.queryByRole('status')).toBeNull();
    act(() => {
      toast({ title: 'broken', variant: 'destructive' });
    });
    expect(screen.getByRole('alert').textContent).toContain('broken');
    // Otherwise a screen reader would read it twice.
    expect(screen.getByRole('listitem').getAttribute('aria-live')).toBe('off');
  });
});
