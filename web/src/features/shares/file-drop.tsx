import { useRef, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import { fromDrop } from '../../lib/files/selection.js';
import type { Selection } from '../../lib/files/selection.js';

interface FileDropProps {
  isDisabled: boolean;
  onSelect: (selecting: Promise<Selection | null>) => unknown;
  children: ReactNode;
}

/** A surface that takes what is dropped on it: files, folders, any number. */
export function FileDrop({ isDisabled, onSelect, children }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  // Entering a child fires leave on the parent, so enters are counted.
  const depth = useRef(0);
  const end = (): void => {
    depth.current = 0;
    setIsOver(false);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    end();
    if (!isDisabled) onSelect(fromDrop(event.dataTransfer));
  };
  return (
    <div
      className={`file-drop${isOver && !isDisabled ? ' is-over' : ''}`}
      onDragOver={(event) => event.preventDefault()}
      onDragEnter={() => {
        depth.current += 1;
        setIsOver(true);
      }}
      onDragLeave={() => {
        depth.current -= 1;
        if (depth.current <= 0) end();
      }}
      onDrop={onDrop}
    >
      {children}
    </div>
  );
}
