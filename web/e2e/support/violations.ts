import type { Page } from '@playwright/test';

/**
 * Blocked violations of the content security policy in a page's documents. Call before the page's first navigation.
 * Those that are only reported are expected: the Auth emulator's stand-in for Google's script has another address.
 */
export const watchViolations = async (page: Page): Promise<string[]> => {
  const found: string[] = [];
  await page.exposeFunction('noteViolation', (text: string) => found.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sample, documentURI, disposition } = event;
      if (disposition === 'report') return;
      const note = (window as unknown as { noteViolation: (text: string) => void }).noteViolation;
      note(`${effectiveDirective} ${blockedURI} ${sample} at ${documentURI}`);
    });
  });
  return found;
};
