import { jest } from '@jest/globals';
import { createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Selection } from '../../lib/files/selection.js';
import { ignoreStrayDrops } from '../../lib/browser/stray-drops.js';
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
        <p>{isOver ? 'let go' : 'nothing held'}</p>
        <input aria-label="Search" />
      </div>
    );
  }
  render(<Place />);
  return taken;
};

/** Whether the browser would leave the page and show the file. */
const wouldLeave = (name: 'drop' | 'dragOver', dataTransfer: object): boolean => {
  const event = createEvent[name](document.body, { dataTransfer });
  fireEvent(document.body, event);
  return !event.defaultPrevented;
};

describe('files dropped on the page', () => {
  it('are taken wherever they are dropped', async () => {
    const taken = show();
    fireEvent.dragEnter(document.body, { dataTransfer: carrying('a') });
    expect(screen.getByText('let go')).toBeDefined();
    const transfer = carrying('a', 'b');
    expect(wouldLeave('dragOver', transfer)).toBe(false);
    expect(transfer.dropEffect).toBe('copy');
    expect(wouldLeave('drop', transfer)).toBe(false);
    expect(screen.getByText('nothing held')).toBeDefined();
    await waitFor(() => expect(taken).toEqual([['a', 'b']]));
  });

  it('are not held any more when they left the page', () => {
    show();
    const dataTransfer = carrying('a');
    fireEvent.dragEnter(document.body, { dataTransfer });
    fireEvent.dragEnter(screen.getByRole('textbox'), { dataTransfer });
    fireEvent.dragLeave(document.body, { dataTransfer });
    expect(screen.getByText('let go')).toBeDefined();
    fireEvent.dragLeave(screen.getByRole('textbox'), { dataTransfer });
    expect(screen.getByText('nothing held')).toBeDefined();
  });

  it('where none can be taken: nothing happens, and above all the page stays', () => {
    const taken = show(true);
    const transfer = carrying('a');
    expect(wouldLeave('dragOver', transfer)).toBe(false);
    expect(transfer.dropEffect).toBe('none');
    expect(wouldLeave('drop', transfer)).toBe(false);
    expect(taken).toEqual([]);
  });

  it('marked text is the browser’s own business', () => {
    const taken = show();
    expect(wouldLeave('drop', carrying())).toBe(true);
    expect(taken).toEqual([]);
  });
});

describe('files pasted into the page', () => {
  it('are taken', async () => {
    const taken = show();
    fireEvent.paste(document.body, { clipboardData: carrying('image.png') });
    await waitFor(() => expect(taken).toEqual([['image.png']]));
  });

  it.each([
    ['text', () => document.body, carrying()],
    ['a picture into a field', () => screen.getByRole('textbox'), carrying('image.png')],
  ])('%s is not', (_name, target, clipboardData) => {
    const taken = show();
    const event = createEvent.paste(target(), { clipboardData });
    fireEvent(target(), event);
    expect([taken, event.defaultPrevented]).toEqual([[], false]);
  });
});
