/**
 * Sources import each other with the `.js` suffix that Node wants after compilation.
 * Under Jest the compiled file is absent, so fall back to the TypeScript source beside it.
 */
module.exports = (request, options) => {
  try {
    return options.defaultResolver(request, options);
  } catch (error) {
    if (!/^\.{1,2}\/.*\.js$/.test(request)) throw error;
    for (const suffix of ['.ts', '.tsx']) {
      try {
        return options.defaultResolver(request.replace(/\.js$/, suffix), options);
      } catch {
        // try the next suffix; the original error is the one worth reporting
      }
    }
    throw error;
  }
};
