import { defineTexts } from '../../lib/texts/catalogue.js';

export const texts = defineTexts('receipt', {
  en: {
    title: 'Delivery receipt',
    delivered: 'Delivered and verified',
    lead: 'Both browsers signed this statement after the recipient’s browser had calculated the checksum of the whole file itself.',
    file: 'File',
    size: 'Size',
    exactBytes: (bytes: string) => `${bytes} bytes`,
    digest: 'Checksum',
    digestNote: (block: string) => `SHA-256 over the SHA-256 of each block of ${block}`,
    share: 'Share',
    started: 'Started',
    completed: 'Completed',
    path: 'Path',
    paths: {
      direct: 'Directly between the two browsers',
      relayed: 'Through a relay, encrypted from end to end',
      unknown: 'Not known',
    },
    sender: 'Sender',
    recipient: 'Recipient',
    bases: { 'signed-in': 'signed in', 'self-declared': 'as entered by this person' },
    key: 'Key',
    log: 'Audit log',
    logStates: {
      pending: 'Waiting for the countersignature…',
      none: 'Not countersigned. The signatures of both browsers are valid without it.',
      signed: (position: string, size: string) =>
        `Countersigned: record ${position} of the ${size} records in the signed log`,
    },
    proves: 'What this proves',
    provesItems: [
      'Two browsers with this protected link were connected without anyone in between, and both signed.',
      'The recipient’s browser had the whole file with this checksum.',
    ],
    provesNot: 'What it does not prove',
    provesNotItems: [
      'The identity of either person: names and email addresses are self-reported.',
      'That the file was opened, read or kept.',
      'To a third person, that the statement is true: either side could have made both keys. The audit log countersigns only what the sender’s account and someone with a recipient’s access have both submitted. So the recipient alone cannot forge a countersigned receipt; the sender, who knows the password, can.',
    ],
    verify:
      'The saved file can be verified without a server. It names both people: keep it as confidential as the file.',
    save: 'Save as File',
    print: 'Print',
    close: 'Close',
    filename: (name: string) => `receipt-${name}.json`,
  },
});
