import { defineTexts } from '../../../lib/texts/catalogue.js';

/** Where the file will be saved, and whether it fits. Loaded after the page, which has to be small. */
export const savingTexts = defineTexts('share-page-saving', {
  en: {
    bothOnline: 'The download starts as soon as the sender is online.',
    protectedLink:
      'Protected link: nothing is received before the sender has proven that the link is theirs.',
    linkEnd: (end: string) =>
      `The link you opened ends in …${end}. If the one in the sender’s message ends differently, do not continue.`,
    plainLink:
      'Plain link: the connection is encrypted, but nothing proves who is at the other end. Ask the sender for a protected link if that matters.',
    check: {
      start: 'Check the connection',
      running: 'Checking the connection…',
      direct: (roundTrip: string) =>
        `The sender is online, and a direct connection is possible${roundTrip}.`,
      relayed: (roundTrip: string) =>
        `The sender is online. The networks between you allow no direct connection, so the file goes through a relay${roundTrip}: encrypted as always, but often slower. A direct connection may be possible without a VPN, or on another network.`,
      connected: (roundTrip: string) =>
        `The sender is online, and a connection is possible${roundTrip}.`,
      roundTrip: (milliseconds: string) => ` (round trip ${milliseconds})`,
      absent:
        'The sender is not online right now. Ask them to open the share and keep the page open.',
      silent:
        'The sender is online, but their page does not answer right now. Try again in a minute.',
      unreachable:
        'The sender is online, but the networks between you block the connection. Switch off a VPN, or try another network, such as a phone’s hotspot.',
      failed: 'The connection could not be checked. Check your own connection and try again.',
    },
    insideApp:
      'This page is open inside another app, which may not save files. Open the link in a browser such as Chrome or Safari instead.',
    notChosen:
      'No place was chosen. If you did choose one, nothing can be written there; choose another. If no dialog appeared, open this link in another browser.',
    title: 'Before you download',
    /** Labels of a table, and what follows them. */
    plan: {
      savedTo: 'Saved to',
      chosenPlace:
        'The place you choose. The file there stays empty until the download is complete.',
      downloads: 'Your downloads folder',
      spaceNeeded: 'Free space needed',
      memoryNeeded: 'Memory needed',
      twice: (needed: string) =>
        `${needed}, because the file is stored twice while it is being saved`,
      twoPlaces: (there: string, here: string) =>
        `${there} there, and ${here} in this browser’s storage`,
      afterReload: 'After a reload',
      continues: 'The download continues where it stopped',
      startsAgain: 'The download starts from the beginning',
      temporaryCopy: 'Temporary copy',
      keptAfterwards:
        'Kept by this browser. Deleted about an hour after you have seen the finished download, or when you open this site after that.',
      keptUntilSaved: 'Kept by this browser until the file is saved.',
      unfinished: 'An unfinished download is kept for a week.',
    },
    unfinished: (here: string, size: string) =>
      `${here} of ${size} already downloaded. Enter the password to continue.`,
    arrived: (here: string, size: string) =>
      `${here} of ${size} already downloaded. The download resumes from there.`,
    allArrived: (size: string) =>
      `The whole file (${size}) is already on this device. It is compared with the sender’s and saved; nothing is sent again.`,
    shortage: (size: string, free: string) =>
      `This file is ${size}, but this browser can store only ${free}. Free up space on this device, or use a browser that lets you choose where to save.`,
    remedies: [
      'Chrome and Edge on a computer let you choose any disk.',
      'A private window can store less than a normal one.',
      'In the settings of this browser, delete the data of sites that you do not need.',
    ],
  },
});
