import { jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, type ComponentProps, type ComponentType } from 'react';
import { warnBeforeLeaving } from '../../lib/browser/leave-warning.js';
import { clearToasts, getToasts } from '../toast/index.js';
import { lazyPart } from './lazy-part.js';
import { PartBoundary } from './part-boundary.js';

type BoundaryProps = Omit<ComponentProps<typeof PartBoundary>, 'children'>;

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const chart = () => Promise.resolve({ default: () => <p>The chart</p> });

/** A part whose first loads end as given; later ones succeed. */
const partThatLoads = (...first: (() => Promise<{ default: ComponentType }>)[]) => {
  const load = jest.fn(() => (first.shift() ?? chart)());
  return { Part: lazyPart(load), load };
};

const show = (Part: ComponentType, props: BoundaryProps = {}) => (
  <PartBoundary {...props}>
    <Suspense fallback={null}>
      <Part />
    </Suspense>
  </PartBoundary>
);

function Broken(): never {
  throw new Error('undefined is not a function');
}

const tryAgain = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));

describe('a part of the page', () => {
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    clearToasts();
  });
  afterEach(() => {
    warnBeforeLeaving('test', false);
    jest.restoreAllMocks();
  });

  it('that did not arrive is named in its place, and is loaded again on request', async () => {
    const { Part, load } = partThatLoads(missing);
    const reload = jest.fn();
    render(show(Part, { reload }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('This part of the page could not be loaded');
    expect(load).toHaveBeenCalledTimes(1);
    await tryAgain();
    await screen.findByText('The chart');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });

  it('that does not arrive a second time needs a new document', async () => {
    const { Part } = partThatLoads(missing, missing);
    const reload = jest.fn();
    render(show(Part, { reload }));
    await tryAgain();
    await screen.findByRole('alert');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('does not end a transfer for a new document', async () => {
    warnBeforeLeaving('test', true);
    const { Part } = partThatLoads(missing, missing);
    const reload = jest.fn();
    render(show(Part, { reload }));
    await screen.findByText(/transfer in this tab is still running/);
    await tryAgain();
    await screen.findByRole('alert');
    expect(reload).not.toHaveBeenCalled();
    await tryAgain();
    await screen.findByText('The chart');
  });

  it('that fails does not affect the next page', async () => {
    const { Part } = partThatLoads(missing);
    const { rerender } = render(show(Part, { place: 'page', resetKey: '/a' }));
    await screen.findByRole('heading', { level: 1, name: 'This page could not be loaded' });
    rerender(show(() => <p>Another page</p>, { place: 'page', resetKey: '/b' }));
    await screen.findByText('Another page');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that failed after the user had left it is loaded again', async () => {
    let fail = (_cause: Error): void => undefined;
    const pending = new Promise<never>((_resolve, reject) => (fail = reject));
    const { Part, load } = partThatLoads(() => pending);
    const { rerender } = render(show(Part, { place: 'page', resetKey: '/a' }));
    rerender(show(() => <p>Another page</p>, { place: 'page', resetKey: '/b' }));
    await act(async () => {
      fail(new TypeError('Failed to fetch dynamically imported module'));
      await pending.catch(() => undefined);
    });
    rerender(show(Part, { place: 'page', resetKey: '/a' }));
    await screen.findByText('The chart');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is loaded once where the page before it worked', async () => {
    const { Part, load } = partThatLoads(missing);
    const { rerender } = render(show(() => <p>A page</p>, { place: 'page', resetKey: '/a' }));
    rerender(show(Part, { place: 'page', resetKey: '/b' }));
    await screen.findByRole('alert');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('that throws shows an error and offers to load the page again', async () => {
    const reload = jest.fn();
    render(show(Broken, { place: 'document', reload }));
    await screen.findByRole('heading', { level: 1, name: 'Something went wrong' });
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('that is optional shows a toast when it fails', async () => {
    const { Part } = partThatLoads(missing);
    const onFailure = jest.fn();
    render(show(Part, { onFailure }));
    await waitFor(() => expect(onFailure).toHaveBeenCalledTimes(1));
    expect(getToasts()[0]?.title).toBe('Could Not Open');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
