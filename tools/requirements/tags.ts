/** The tags of a test file: `[4.13]` or `[4.13, 9.2]` in the title of a test, or in the rows of its table. */

import ts from 'typescript';

const tag = /\[(\d+\.\d+(?:, \d+\.\d+)*)\]/g;

export interface Tag {
  number: string;
  title: string;
  line: number;
}

const isText = (node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** Skipped tests prove nothing: `it.skip`, `test.fixme`, `describe.skip`, `it.todo`. */
const isLeftOut = (node: ts.Node): boolean => {
  for (let parent = node.parent; !ts.isSourceFile(parent); parent = parent.parent) {
    if (!ts.isCallExpression(parent)) continue;
    if (/\.(skip|fixme|todo)\b/.test(parent.expression.getText())) return true;
  }
  return false;
};

export const readTags = (path: string, source: string): Tag[] => {
  const tags: Tag[] = [];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (!isText(node)) {
      ts.forEachChild(node, visit);
      return;
    }
    const text = node.getText().slice(1, -1);
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    for (const [, list = ''] of text.matchAll(tag)) {
      if (isLeftOut(node)) continue;
      for (const number of list.split(', ')) tags.push({ number, title: text, line: line + 1 });
    }
  };
  visit(file);
  return tags;
};
