import { useRef, useState } from 'react';
import type { DragEvent, ReactNode, RefObject } from 'react';
import { droppedFile } from './chosen-file.js';
import type { ChosenFile } from './chosen-file.js';

interface FileDropProps {
  isDisabled: boolean;
  onChoose: (chosen: ChosenFile) => void;
  label: string;
  /** Opened by the caller's button. */
  inputRef: RefObject<HTMLInputElement | null>;
  children: ReactNode;
}

/** A surface that takes a dropped file, and the hidden input that the Select File button opens. */
export function FileDrop({ isDisabled, onChoose, label, inputRef, children }: FileDropProps) {
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
    if (!isDisabled) droppedFile(event.dataTransfer, onChoose);
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
      <input
        ref={inputRef}
        type="file"
        className="visually-hidden"
        // The button beside it says the same; twice would be once too often for a screen reader.
        aria-hidden="true"
        aria-label={label}
        tabIndex={-1}
        disabled={isDisabled}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen twice in a row; without this no change event would come.
          event.target.value = '';
          if (file !== undefined) onChoose({ file, handle: null });
        }}
      />
      {children}
    </div>
  );
}
