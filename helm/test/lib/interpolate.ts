/** What compose does with `${NAME:?}`, `${NAME:-default}` and `${NAME:+when set}`, also one within another. */
export const interpolate = (source: string, env: Readonly<Record<string, string>>): string => {
  // Innermost first: what an inner one stands for has no braces.
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
