/** `plain-run.wat`, compiled; when they differ, the test prints what belongs here. */
export const plainRunModule =
  'AGFzbQEAAAABBgFgAX8BfwIRAQVmcmFtZQZtZW1vcnkCAAEDAgEABw0BCXNraXBQbGFpbgAACkkBRwIBewF/A0AgAP0ABAAhASABQSD9' +
  'D/0mIAFBIv0P/SMgAUHcAP0P/SP9UP1Q/WQhAiACRQRAIABBEGohAAwBCwsgACACaGoL';

/** The part in use; neither Node's types nor those of ES2023 have it. */
declare const WebAssembly: {
  Memory: new (pages: { initial: number; maximum: number }) => { buffer: ArrayBuffer };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: { skipPlain: SkipPlain } };
};

const pageBytes = 64 * 1024;

/**
 * The index, at or after `from`, of the next control character, quote or backslash. There must be one, and 15 bytes of
 * memory after it.
 */
export type SkipPlain = (from: number) => number;

/** Zeroed memory of at least this size, and the function that scans it. */
export const createScannedMemory = (
  bytes: number,
): { buffer: ArrayBuffer; skipPlain: SkipPlain } => {
  const pages = Math.ceil(bytes / pageBytes);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const module = new WebAssembly.Module(Buffer.from(plainRunModule, 'base64'));
  const { exports } = new WebAssembly.Instance(module, { frame: { memory } });
  return { buffer: memory.buffer, skipPlain: exports.skipPlain };
};
