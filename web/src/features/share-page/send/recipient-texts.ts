import { chooseTexts } from '../../../lib/texts/catalogue.js';

/** Loaded with the sender's panel only. */
export const recipientTexts = chooseTexts({
  en: {
    person: (name: string, email: string) => `${name} (${email})`,
    pausedThere: 'Paused by the recipient',
    stalled: 'Waiting for their device',
    wants: (name: string) => `${name} wants to download this file.`,
    approve: 'Allow',
    decline: 'Decline',
  },
});
