/**
 * The policy `default` of Trusted Types: the browser passes it every string that reaches a script sink of the DOM.
 * The content security policy requires it (proto/browser/content-policy.ts) and limits the hosts further, by page.
 * https://www.w3.org/TR/trusted-types/#default-policy-hdr
 */
interface PolicyRules {
  createHTML: (text: string) => string | null;
  createScriptURL: (address: string) => string | null;
}

interface TrustedTypesWindow {
  trustedTypes?: { createPolicy: (name: string, rules: PolicyRules) => unknown };
}

/** Scripts that are started by address: the service worker, workers, and those of sign-in and payment. */
const ownScript = /^\/(sw|assets\/([\w-]+-)?worker-[\w-]+)\.js$/;
const foreignScript = /^https:\/\/(apis\.google|js\.stripe)\.com\//;

const isScript = (address: string, origin: string): boolean =>
  ownScript.test(address.startsWith(`${origin}/`) ? address.slice(origin.length) : address) ||
  foreignScript.test(address);

/** `null` refuses the assignment. */
export const policyRules = (origin: string): PolicyRules => ({
  // The component library writes the text of style elements with innerHTML. Without `<` it cannot create an element.
  createHTML: (text) => (text.includes('<') ? null : text),
  createScriptURL: (address) => (isScript(address, origin) ? address : null),
});

/** Before any other module uses a sink. Does nothing in browsers without Trusted Types. */
export const installTrustedTypes = (): void => {
  const { trustedTypes } = window as TrustedTypesWindow;
  trustedTypes?.createPolicy('default', policyRules(window.location.origin));
};
