import { useEffect, useEffectEvent, useState } from 'react';
import { carriesFiles } from '../../lib/browser/stray-drops.js';
import { fromDrop, type Selection } from '../../lib/files/selection.js';

interface FileDropOptions {
  isDisabled: boolean;
  onSelect: (selecting: Promise<Selection | null>) => unknown;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches('input, textarea') || target.isContentEditable);

/**
 * Accepts files and folders that are dropped anywhere on the page or pasted. Returns true while files are dragged over
 * the page.
 */
export const useFileDrop = ({ isDisabled, onSelect }: FileDropOptions): boolean => {
  const [isOver, setIsOver] = useState(false);
  const select = useEffectEvent(onSelect);
  useEffect(() => {
    if (isDisabled) return undefined;
    // Each element fires enter and leave: count both to detect leaving the page.
    let depth = 0;
    const count = (change: number) => (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return;
      depth = Math.max(0, depth + change);
      setIsOver(depth > 0);
    };
    const take = (event: DragEvent): void => {
      if (!carriesFiles(event.dataTransfer) || event.dataTransfer === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      if (event.type !== 'drop') return;
      depth = 0;
      setIsOver(false);
      select(fromDrop(event.dataTransfer));
    };
    const paste = (event: ClipboardEvent): void => {
      const { clipboardData, target } = event;
      if (clipboardData === null || clipboardData.files.length === 0 || isTyping(target)) return;
      event.preventDefault();
      select(fromDrop(clipboardData));
    };
    const enter = count(1);
    const leave = count(-1);
    document.addEventListener('dragenter', enter);
    document.addEventListener('dragleave', leave);
    document.addEventListener('dragover', take);
    document.addEventListener('drop', take);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragenter', enter);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('dragover', take);
      document.removeEventListener('drop', take);
      document.removeEventListener('paste', paste);
      setIsOver(false);
    };
  }, [isDisabled]);
  return isOver;
};
