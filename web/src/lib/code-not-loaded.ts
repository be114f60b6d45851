/** Code of the app did not arrive: there is no connection, or the server has another release by now. */
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
