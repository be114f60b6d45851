import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { keepTranslatedTexts } from './translated-texts.js';

interface Translator {
  /** What it does with a text node and the element that contains its translation. */
  replace(text: Text, translation: Element): void;
  restore(text: Text, translation: Element): void;
}

const translators: [name: string, translator: Translator][] = [
  [
    'inserts elements and removes',
    {
      replace: (text, translation) => {
        text.before(translation);
        text.remove();
      },
      restore: (text, translation) => {
        translation.before(text);
        translation.remove();
      },
    },
  ],
  [
    'replaces',
    {
      replace: (text, translation) => text.replaceWith(translation),
      restore: (text, translation) => translation.replaceWith(text),
    },
  ],
];

const makeFont = () => document.createElementNS('http://www.w3.org/1999/xhtml', 'font');

/** Translates into capitals. */
const translate = (translator: Translator, root: HTMLElement) => {
  const translated: [Text, Element][] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.data.trim() === '' || text.parentElement?.nodeName === 'FONT') continue;
    const translation = makeFont();
    const inner = makeFont();
    inner.textContent = text.data.toUpperCase();
    translation.append(inner);
    translated.push([text, translation]);
    translator.replace(text, translation);
  }
  return {
    showOriginal: () => {
      for (const [text, translation] of translated) translator.restore(text, translation);
    },
  };
};

interface LineProps {
  who?: string;
  count: number;
  isNew?: boolean;
}

function Line({ who, count, isNew = false }: LineProps) {
  return (
    <p>
      {isNew && <b>new: </b>}
      {who}
      {' has '}
      {count} of {3} files
    </p>
  );
}

const shown = (): string => screen.getByRole('paragraph').textContent;

beforeAll(() => keepTranslatedTexts());

describe.each(translators)('a page whose translator %s text nodes', (_, translator) => {
  let page: HTMLElement;
  let rerender: (line: ReactNode) => void;

  /** After the observer has been called. */
  const translatePage = async () => {
    const translation = translate(translator, page);
    await act(async () => Promise.resolve());
    return translation;
  };

  const update = async (line: ReactNode) => {
    rerender(line);
    await act(async () => Promise.resolve());
  };

  beforeEach(async () => {
    const line = render(<Line who="grace" count={1} />);
    page = line.container;
    ({ rerender } = line);
    await translatePage();
  });

  it('stays translated', () => {
    expect(shown()).toBe('GRACE HAS 1 OF 3 FILES');
  });

  it('shows the texts that follow, and their translations', async () => {
    await update(<Line who="ada" count={2} />);
    expect(shown()).toBe('ada HAS 2 OF 3 FILES');
    await translatePage();
    expect(shown()).toBe('ADA HAS 2 OF 3 FILES');
    await update(<Line who="grace" count={3} />);
    expect(shown()).toBe('grace HAS 3 OF 3 FILES');
  });

  it('removes and inserts texts and elements beside them', async () => {
    await update(<Line count={1} isNew />);
    expect(shown()).toBe('new:  HAS 1 OF 3 FILES');
    await translatePage();
    await update(<Line who="ada" count={1} />);
    expect(shown()).toBe('ada HAS 1 OF 3 FILES');
    rerender(null);
    expect(page.textContent).toBe('');
  });

  it('replaces one text by another component', async () => {
    await update(<p>one text</p>);
    expect(shown()).toBe('one text');
  });

  it('shows the original again when the translator puts it back', async () => {
    const { showOriginal } = await translatePage();
    await update(<Line who="ada" count={2} />);
    const again = await translatePage();
    showOriginal();
    again.showOriginal();
    await act(async () => Promise.resolve());
    expect(shown().toLowerCase()).toBe('ada has 2 of 3 files');
    await update(<Line who="grace" count={1} isNew />);
    expect(shown().toLowerCase()).toBe('new: grace has 1 of 3 files');
  });
});
