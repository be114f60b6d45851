/** What an arrow function cannot be: a generator, an assertion of a type, a function with its own `this`. */
const needsDeclaration = (/** @type {any} */ { generator, params, returnType }) =>
  generator || returnType?.typeAnnotation.asserts === true || params[0]?.name === 'this';

/**
 * Functions are arrow functions bound to a `const`, and React components are function declarations.
 * @type {import('./rule.js').Rule}
 */
export const functionStyle = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      function: 'write a const arrow function',
      notComponent: 'only components are function declarations',
      component: 'write components as function declarations',
    },
  },
  create(context) {
    const hasComponents = context.filename.endsWith('.tsx');
    return {
      FunctionDeclaration(/** @type {any} */ node) {
        const isComponent = hasComponents && /^[A-Z]/.test(node.id?.name);
        if (isComponent || needsDeclaration(node)) return;
        context.report({ node, messageId: hasComponents ? 'notComponent' : 'function' });
      },
      VariableDeclarator(/** @type {any} */ { id, init }) {
        const isComponent = hasComponents && /^[A-Z]/.test(id.name);
        if (!isComponent || init?.type !== 'ArrowFunctionExpression') return;
        context.report({ node: init, messageId: 'component' });
      },
    };
  },
};
