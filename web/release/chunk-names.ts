interface Chunk {
  moduleIds: readonly string[];
}

const languageOf = (moduleId: string): string[] =>
  /\/src\/languages\/([a-z]{2}(?:-[A-Z]{2})?)\//.exec(moduleId)?.slice(1) ?? [];

/**
 * Every language has chunks of the same names, so their files are named after the language too: by these names the
 * service worker finds the files that replace those of the former build, and it needs one language only.
 */
export const chunkFileNames = ({ moduleIds }: Chunk): string => {
  const languages = [...new Set(moduleIds.flatMap(languageOf))];
  const names = languages.length === 1 ? [...languages, '[name]'] : ['[name]'];
  return `assets/${names.join('-')}-[hash].js`;
};
