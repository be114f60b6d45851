/** Compose's interpolation of `${NAME:?}`, `${NAME:-default}` and `${NAME:+when set}`, nested ones included. */
export const interpolate = (source: string, env: Readonly<Record<string, string>>): string => {
  // Innermost first: a replacement contains no braces.
  const innermost = /\$\{(\w+)(?::([?+-])([^{}]*))?\}/;
  let text = source;
  for (let found = innermost.exec(text); found; found = innermost.exec(text)) {
    const [whole, name = '', kind, word = ''] = found;
    const value = env[name] ?? '';
    const replaced = kind === '+' ? value && word : value || (kind === '-' ? word : '');
    text = text.replace(whole, () => replaced);
  }
  return text;
};
