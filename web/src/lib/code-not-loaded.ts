/** A chunk of the app failed to load: the network is down, or the server has a newer release. */
export class CodeNotLoaded extends Error {
  constructor(cause: unknown) {
    super('code-not-loaded', { cause });
    this.name = 'CodeNotLoaded';
  }
}

/**
 * Loads a module in a chunk of its own.
 *
 * @throws CodeNotLoaded
 */
export const loadCode = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load();
  } catch (cause) {
    throw new CodeNotLoaded(cause);
  }
};
