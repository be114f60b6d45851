/** Loaded into every measured server (`node --expose-gc --import`): memory is compared after a garbage collection. */
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  globalThis.gc?.();
});
