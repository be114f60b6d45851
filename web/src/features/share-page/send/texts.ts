import { defineTexts } from '../../../lib/texts/catalogue.js';
import { plural } from '../../../lib/texts/plural.js';

/** The texts of the sender's panel, which recipients do not load. */
export const senderTexts = defineTexts('share-page-sender', {
  en: {
    badges: {
      idle: 'Ready',
      connecting: 'Connecting',
      waiting: 'Waiting',
      sending: 'Sending',
      completed: 'Complete',
      error: 'Error',
      retrying: 'Retrying',
    },
    idle: 'Choose the file to start sending',
    connecting: 'Connecting to signaling server',
    question: {
      badge: 'Waiting for you',
      status: 'A recipient is waiting for your decision.',
    },
    alone: 'Waiting for the recipient to open the link…',
    connected: (n: number) => (n === 1 ? '1 recipient connected' : `${n} recipients connected`),
    sendingOne: 'Sending file…',
    sendingMany: (n: number) => `Sending to ${n} recipients`,
    completed: 'File has been successfully shared!',
    retrying: (n: number, max: number) => `Reconnecting… ${n} of ${max}`,
    failed: 'Connection failed',
    choose: 'Select File',
    chooseFolder: 'Select Folder',
    reading: 'Reading…',
    packing: (count: number) => `Packing ${plural(count, 'file')} into one ZIP…`,
    packingLabel: 'Packing progress',
    cancelPacking: 'Cancel',
    drop: 'You can also drop the files and folders here.',
    intro:
      'This is your share. Choose the file and keep this tab open until the transfer is complete.',
    mismatch: (chosen: string, expected: string) =>
      `You chose “${chosen}”, but this share was made for “${expected}”.`,
    sentAs: (filename: string) => `It will be sent as “${filename}”.`,
    otherSize:
      'Its size differs, so recipients would refuse it. Create a new share to send this file.',
    useAnyway: 'Send it anyway',
    chooseOther: 'Choose another file',
    takeOver: 'If you send from here, the other tab stops sending.',
    sendHere: 'Send from this tab',
    unproven: {
      question: (name: string) => `${name} cannot prove that they have your link. Send anyway?`,
      name: 'The name is unverified: anyone could have entered it.',
      refuse: 'Do not send',
      allow: 'Send anyway',
    },
    protectedLink:
      'Protected link: recipients must prove that they have it before anything is sent.',
    plainLink:
      'This device cannot make the protected link of this share, so nothing proves who receives the file. Send from the device and browser that created the share, or create a new share here.',
    linkEnd: (end: string) =>
      `The link that opened this page ends in …${end}. If the one you gave to recipients ends differently, do not send from here.`,
    otherKey:
      'This page was opened with a link that this device did not make for this share. It is not used. Give recipients only the link that you copy here.',
    unverified: 'Sent. The recipient’s device did not prove that it has the whole file.',
    dashboard: 'Go to Dashboard',
    restart: 'A stopped share can be restarted on your dashboard.',
    reset: 'Reset Connection',
    copyLink: 'Copy link',
    link: 'Shareable link',
    recipients: 'Recipients',
    recipient: (n: number) => `Recipient ${n}`,
    keepOpen: 'Keep this tab open until the transfer is complete.',
    you: 'You',
    other: 'Recipient',
    toasts: {
      recipient: { title: 'Receiver Connected', description: 'A recipient is connected.' },
      ready: {
        title: 'Ready to Send',
        description: 'The transfer starts as soon as a recipient is connected.',
      },
      complete: { title: 'Transfer Complete', description: 'File has been successfully shared!' },
      failedToStart: { title: 'Failed to Start', description: 'The file could not be opened.' },
      copied: { title: 'Link Copied', description: 'The link is on your clipboard.' },
      copyFailed: {
        title: 'Copy Failed',
        description:
          'The link could not be copied. Select it below the button and copy it by hand.',
      },
    },
  },
});

/** About one recipient. */
export const recipientTexts = defineTexts('share-page-recipient', {
  en: {
    person: (name: string, email: string) => `${name} (${email})`,
    pausedThere: 'Paused by the recipient',
    stalled: 'Waiting for their device',
    wants: (name: string) => `${name} wants to download this file.`,
    since: (time: string) => `Joined at ${time}.`,
    approve: 'Allow',
    decline: 'Decline',
    declined: 'Declined',
  },
});
