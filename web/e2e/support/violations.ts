import type { Page } from '@playwright/test';

/**
 * Violations of the content security policy in a page's documents, reported-only ones included. Call before the
 * page's first navigation.
 */
export const watchViolations = async (page: Page): Promise<string[]> => {
  const found: string[] = [];
  await page.exposeFunction('noteViolation', (text: string) => found.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sample, documentURI, disposition } = event;
      const note = (window as unknown as { noteViolation: (text: string) => void }).noteViolation;
      note(`${disposition} ${effectiveDirective} ${blockedURI} ${sample} at ${documentURI}`);
    });
  });
  return found;
};
