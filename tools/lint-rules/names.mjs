/**
 * Names of variables and functions are camelCase, or PascalCase for components, models and schemas; a variable that is
 * not used begins with an underscore. A property keeps its name when it is destructured.
 */
const variables = [
  'VariableDeclarator > Identifier.id[name=/._/]',
  'ArrayPattern > Identifier[name=/._/]',
  'ObjectPattern > Property[shorthand=false] > Identifier.value[name=/._/]',
].join(', ');
const functions = ':matches(FunctionDeclaration, FunctionExpression) > Identifier.id[name=/_/]';

/** @type {import('./rule.js').Rule} */
export const names = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { underscore: '{{name}}: write camelCase or PascalCase' },
  },
  create(context) {
    const report = (/** @type {any} */ node) =>
      context.report({ node, messageId: 'underscore', data: { name: node.name } });
    return { [variables]: report, [functions]: report };
  },
};
