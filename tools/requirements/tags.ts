/** The tags of a test file: `[4.13]` or `[4.13, 9.2]` in the title of a test, or in the rows of its table. */
import ts from 'typescript';

const tag = /\[(\d+\.\d+(?:, \d+\.\d+)*)\]/g;

/** @typedef {{ number: string, title: string, line: number }} Tag */

/** @param {ts.Node} node @returns {node is ts.StringLiteralLike | ts.TemplateExpression} */
const isText = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** Skipped tests prove nothing: `it.skip`, `test.fixme`, `describe.skip`, `it.todo`. @param {ts.Node} node */
const isLeftOut = (node) => {
  for (let parent = node.parent; !ts.isSourceFile(parent); parent = parent.parent) {
    if (!ts.isCallExpression(parent)) continue;
    if (/\.(skip|fixme|todo)\b/.test(parent.expression.getText())) return true;
  }
  return false;
};

/** @param {string} path @param {string} source @returns {Tag[]} */
export const readTags = (path, source) => {
  /** @type {Tag[]} */
  const tags = [];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  /** @param {ts.Node} node */
  const visit = (node) => {
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
