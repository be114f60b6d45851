import { defineTexts } from '../../../../lib/texts/catalogue.js';

/** While the sender is away. */
export const awayTexts = defineTexts('share-page-away', {
  en: {
    stillAlone:
      'The sender is not online yet. Keep this page open; the download starts when they open theirs.',
    notOnline: 'The sender is not online yet.',
    left: (here: string, missing: string) =>
      `The sender went offline. ${here} received, ${missing} to go. The download resumes when they are back.`,
    leftOpen: (here: string, missing: string) =>
      `The sender went offline. ${here} received, ${missing} to go. Keep this page open, because closing it loses what has arrived. The download resumes when they are back.`,
    tellMe: 'Tell me when they are online',
    stop: 'Don’t tell me',
    reach: {
      page: 'Keep this tab open. Its title shows a dot when the sender is online.',
      notification: 'Keep this tab open. You get a notification when the sender is online.',
      push: 'You get a notification when the sender is online, even if you close this tab.',
    },
    pushOpen:
      'You get a notification when the sender is back. Keep this tab open, because closing it loses what has arrived.',
    openAgain: 'After closing it, open the link from the sender’s message again.',
    back: (sender: string) => `${sender || 'The sender'} is online.`,
    notice: {
      title: 'The sender is online',
      body: 'Keep the page open to download the file.',
    },
  },
});
