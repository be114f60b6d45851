/** A file of two bytes whose stream the test controls. */
export const slowFile = (name: string) => {
  let left = (): void => undefined;
  let read = (): void => undefined;
  const isLeft = new Promise<void>((resolve) => (left = resolve));
  const isRead = new Promise<void>((resolve) => (read = resolve));
  let source: ReadableStreamDefaultController<Uint8Array> | undefined;
  const file = new File(['ab'], name, { lastModified: 0 });
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      source = controller;
    },
    cancel: () => left(),
  });
  file.stream = () => {
    read();
    return stream as ReadableStream<Uint8Array<ArrayBuffer>>;
  };
  return {
    file,
    /** Resolves when reading starts. */
    isRead,
    /** Resolves when the reader cancels. */
    isLeft,
    giveByte: (): void => source?.enqueue(new Uint8Array([97])),
  };
};
