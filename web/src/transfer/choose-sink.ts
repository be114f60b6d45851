/**
 * Where the received file goes: picker handle, OPFS, service-worker stream, memory — the first one this
 * browser can do. Must run inside the click: the save dialog needs a user gesture.
 */
import type { Sink } from './api.js';
import { sanitiseFilename } from './filename.js';
import { createMemorySink } from './sinks/memory.js';
import { createPickerSink } from './sinks/picker.js';

export interface AnnouncedFile {
  filename: string;
  fileType: string;
  /** As far as known before the sender says it exactly. */
  totalBytes: number | null;
}

type SavePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

/** @throws DOMException AbortError when the person closes the dialog. */
export async function chooseSink(file: AnnouncedFile): Promise<Sink> {
  const { showSaveFilePicker } = globalThis as { showSaveFilePicker?: SavePicker };
  if (showSaveFilePicker !== undefined) {
    const suggestedName = sanitiseFilename(file.filename);
    return createPickerSink(await showSaveFilePicker({ suggestedName }));
  }
  return createMemorySink();
}
