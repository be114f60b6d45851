import { jest } from '@jest/globals';
import { createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ignoreStrayDrops } from '../../lib/browser/stray-drops.js';
import type { Selection } from '../../lib/files/selection.js';
import { useFileDrop } from './use-file-drop.js';

ignoreStrayDrops();

const carrying = (...names: string[]) => ({
  types: names.length > 0 ? ['Files'] : ['text/plain'],
  files: names.map((name) => new File(['x'], name)),
  dropEffect: '',
});

const show = (isDisabled = false) => {
  const taken: string[][] = [];
  const onSelect = jest.fn(async (selecting: Promise<Selection | null>) => {
    taken.push((await selecting)?.files.map(({ path }) => path) ?? []);
  });
  function Place() {
    const isOver = useFileDrop({ isDisabled, onSelect });
    return (
      <div>
        <p>{isOver ? 'drop here' : 'no file over the page'}</p>
        <input aria-label="Search" />
      </div>
    );
  }
  render(<Place />);
  return taken;
};

/** True if the browser would navigate to the dropped file. */
const wouldNavigate = (name: 'drop' | 'dragOver', dataTransfer: object): boolean => {
  const event = createEvent[name](document.body, { dataTransfer });
  fireEvent(document.body, event);
  return !event.defaultPrevented;
};

describe('files dropped on the page', () => {
  it('are accepted anywhere on the page', async () => {
    const taken = show();
    fireEvent.dragEnter(document.body, { dataTransfer: carrying('a') });
    expect(screen.getByText('drop here')).toBeDefined();
    const transfer = carrying('a', 'b');
    expect(wouldNavigate('dragOver', transfer)).toBe(false);
    expect(transfer.dropEffect).toBe('copy');
    expect(wouldNavigate('drop', transfer)).toBe(false);
    expect(screen.getByText('no file over the page')).toBeDefined();
    await waitFor(() => expect(taken).toEqual([['a', 'b']]));
  });

  it('clear the state when they leave the page', () => {
    show();
    const dataTransfer = carrying('a');
    fireEvent.dragEnter(document.body, { dataTransfer });
    fireEvent.dragEnter(screen.getByRole('textbox'), { dataTransfer });
    fireEvent.dragLeave(document.body, { dataTransfer });
    expect(screen.getByText('drop here')).toBeDefined();
    fireEvent.dragLeave(screen.getByRole('textbox'), { dataTransfer });
    expect(screen.getByText('no file over the page')).toBeDefined();
  });

  it('are ignored while disabled, without leaving the page', () => {
    const taken = show(true);
    const transfer = carrying('a');
    expect(wouldNavigate('dragOver', transfer)).toBe(false);
    expect(transfer.dropEffect).toBe('none');
    expect(wouldNavigate('drop', transfer)).toBe(false);
    expect(taken).toEqual([]);
  });

  it('leave dropped text to the browser', () => {
    const taken = show();
    expect(wouldNavigate('drop', carrying())).toBe(true);
    expect(taken).toEqual([]);
  });
});

describe('files pasted into the page', () => {
  it('are accepted', async () => {
    const taken = show();
    fireEvent.paste(document.body, { clipboardData: carrying('image.png') });
    await waitFor(() => expect(taken).toEqual([['image.png']]));
  });

  it.each([
    ['text', () => document.body, carrying()],
    ['a picture into a field', () => screen.getByRole('textbox'), carrying('image.png')],
  ])('leaves %s to the browser', (_name, target, clipboardData) => {
    const taken = show();
    const event = createEvent.paste(target(), { clipboardData });
    fireEvent(target(), event);
    expect([taken, event.defaultPrevented]).toEqual([[], false]);
  });
});
