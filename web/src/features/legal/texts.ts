/** Labels around the two documents, which terms.ts and privacy.ts select. */
export const texts = {
  updated: (date: string) => `Last updated: ${date}`,
  summary: 'In short',
  summaryNote: 'This summary is for orientation only. The sections below are binding.',
  contents: 'Contents',
};
