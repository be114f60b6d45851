/**
 * Loaded into every server of the bench alike (`node --expose-gc --import`), so that memory is compared after a
 * collection and not at a random moment before one.
 */
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  globalThis.gc?.();
});
