import { defineTexts } from '../../../lib/texts/catalogue.js';

/** Of the recipient's panel. Loaded with it, because the page has to be small at first. */
export const receiverTexts = defineTexts('share-page-receiver', {
  en: {
    badges: {
      ready: 'Ready',
      connecting: 'Connecting',
      waiting: 'Waiting',
      receiving: 'Receiving',
      saving: 'Saving',
      paused: 'Paused',
      completed: 'Completed',
      retrying: 'Retrying',
      error: 'Error',
    },
    ready: 'Ready to download',
    connecting: 'Connecting to the sender…',
    waiting: 'Connected. Waiting for the sender to start…',
    receiving: 'Receiving file…',
    stalled: (sender: string) => `Waiting for ${sender || 'the sender'}…`,
    saving: 'All received. Checking and saving…',
    silent: {
      server: 'The server does not answer. Check your network, or try again.',
      sender:
        'Nothing has arrived from the sender for 15 seconds. The download continues when the sender is back. You can also try again.',
      receiver: 'This device is still saving what has arrived. The download continues after that.',
    },
    paused: 'Paused. Your progress is saved.',
    pausedOpen: 'Paused. Keep this page open; closing it loses what has arrived.',
    failedOpen: 'Keep this page open: closing or refreshing it loses what has arrived.',
    pausedThere: (sender: string) =>
      `${sender || 'The sender'} paused. The download continues when they resume.`,
    awaitingApproval: (sender: string) =>
      `Waiting for ${sender || 'the sender'} to allow this download.`,
    pausedBoth: (sender: string) =>
      `You and ${sender || 'the sender'} paused. The download continues when you both resume.`,
    completed: 'Transfer complete',
    retrying: (n: number, max: number) => `Reconnecting… attempt ${n} of ${max}`,
    failed: 'Connection failed',
    unsaved: 'Received, but not saved yet',
    download: 'Download File',
    starting: 'Starting...',
    pause: 'Pause',
    resume: 'Resume',
    tryAgain: 'Try Again',
    otherPlace: 'Choose Another Place',
    newPassword: 'Enter the new password',
    passwordAgain: 'Enter the password again',
    saveAgain: 'Save again',
    verified: "Verified, identical to the sender's copy",
    intact: 'Complete. The checksum matches the one that the other side sent.',
    saved: (size: string) => `Saved on this device (${size}).`,
    savedAs: (name: string, size: string) => `Saved on this device as “${name}” (${size}).`,
    offered: (size: string) =>
      `Complete (${size}). Your browser now saves it in your downloads; allow it if the browser asks.`,
    notOffered: 'Nothing there? Save again, or open this link in another browser.',
    streamed: (size: string) =>
      `Complete (${size}). Your browser now saves it; if it asks where, choose a place.`,
    notStreamed: 'Nothing there? Open this link again and repeat the download.',
    clocksDiffer:
      'There is no receipt, because the clocks of the two devices differ by more than ten minutes.',
    keepOpen: 'Keep this tab open and visible until the download finishes.',
    wasHidden: 'This tab was in the background, where browsers slow it down. Keep it visible.',
    you: 'You',
    other: 'Sender',
    toasts: {
      started: { title: 'Download Started', description: 'Waiting for the sender.' },
      startFailed: {
        title: 'Download Failed',
        description: 'Failed to start download. Please try again.',
      },
      notCreated: 'The file could not be created in that place. Choose another one.',
      gone: {
        title: 'File No Longer Here',
        description: 'This browser no longer has the file. Download it again.',
      },
      connected: { title: 'Connected', description: 'You are connected to the sender.' },
      received: (name: string) => ({
        title: 'File Received',
        description: `${name} has been saved on this device.`,
      }),
      offered: (name: string) => `${name} is complete. Your browser now saves it.`,
      theFile: 'The file',
    },
  },
});
