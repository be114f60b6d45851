import { codeSentences } from '@tandem/proto/browser/close-codes';
import { defineTexts } from '../../lib/texts/catalogue.js';

const en = {
  steps: {
    label: 'Steps',
    password: 'Password',
    details: 'Your details',
    download: 'Download',
    send: 'Send',
  },
  password: {
    title: 'Password Protected File',
    intro: 'Enter the password from the sender. Don’t have it? Ask them.',
    label: 'Password',
    show: 'Show password',
    hide: 'Hide password',
    submit: 'Access File',
    submitting: 'Verifying...',
    missing: {
      title: 'Password Required',
      description: 'Please enter the password to access this file.',
    },
    deniedTitle: 'Access Denied',
    deniedFallback: codeSentences['access-denied'],
    offlineTitle: 'Connection Error',
  },
  damaged: {
    title: 'This link is not complete',
    text: 'Open the whole link from the sender’s message. If this page appears again, ask the sender for a new link.',
  },
  otherKey: {
    title: 'This is not the link you used before',
    text: 'The link of a share never changes, but this browser opened this share with another one before. Open the link from the sender’s message. If this page appears again, do not continue, and ask the sender for a new share.',
  },
  details: {
    title: 'Download Information Required',
    intro: 'The sender sees who received the file. Your name and email appear in their audit log.',
    name: 'Full Name',
    email: 'Email Address',
    submit: 'Continue to Download',
    missing: {
      title: 'Information Required',
      description: 'Please enter both your name and email address.',
    },
    badEmail: { title: 'Invalid Email', description: 'Please enter a valid email address.' },
    received: {
      title: 'Information Received',
      description: 'Thank you. You can download the file now.',
    },
  },
  file: {
    unknownType: 'Unknown',
    size: 'Size',
    type: 'Type',
    from: (name: string) => `From ${name}`,
  },
  progress: {
    label: 'Transfer progress',
    of: (done: string, total: string) => `${done} of ${total}`,
    left: (time: string) => `${time} left`,
    done: (percent: number) => `${percent} percent done`,
  },
  connection: {
    direct: 'Sent directly over your network',
    stun: 'Sent directly over the internet',
    turn: 'Sent through an encrypted relay',
    unknown: '',
  },
  receiver: {
    title: 'Download',
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
    pausedThere: (sender: string) =>
      `${sender || 'The sender'} paused. The download continues when they resume.`,
    awaitingApproval: (sender: string) =>
      `Waiting for ${sender || 'the sender'} to allow this download.`,
    pausedBoth: (sender: string) => `You and ${sender || 'the sender'} paused.`,
    completed: 'Transfer complete',
    retrying: (n: number, max: number) => `Reconnecting… attempt ${n} of ${max}`,
    failed: 'Connection failed',
    download: 'Download File',
    starting: 'Starting...',
    pause: 'Pause',
    resume: 'Resume',
    tryAgain: 'Try Again',
    newPassword: 'Enter the new password',
    passwordAgain: 'Enter the password again',
    saveAgain: 'Save again',
    verified: "Verified, identical to the sender's copy",
    intact: 'Complete. The checksum matches the one that the other side sent.',
    saved: (size: string) => `Saved on this device (${size}).`,
    offered: (size: string) =>
      `Complete (${size}). Your browser now saves it in your downloads; allow it if the browser asks. Nothing there? Save again, or open this link in another browser.`,
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
  common: {
    connectionError: 'Connection Error',
    failedToConnect: { title: 'Error', description: 'Failed to connect' },
    transferFailed: 'Transfer Failed',
    reconnecting: (n: number, max: number) => ({
      title: 'Reconnecting...',
      description: `Connection attempt ${n} of ${max}`,
    }),
    authenticationError: {
      title: 'Authentication Error',
      description: 'Failed to get authentication token. Please try logging in again.',
    },
  },
  invitation: {
    title: 'Create an account to send files yourself',
    going: (isSold: boolean) => `${isSold ? 'It’s free. ' : ''}Taking you to the sign-up page…`,
    stayed: (isSold: boolean) =>
      `${isSold ? 'It’s free, and your' : 'Your'} name and email are already filled in.`,
    stay: 'Stay on this page',
    go: 'Create account',
  },
  page: {
    title: (brand: string) => `Receive a file – ${brand}`,
    senderTitle: (brand: string) => `Send a file – ${brand}`,
    sendTitle: 'Send this file',
    saveReceipt: 'Save Receipt',
    promise: 'From browser to browser. Never stored on a server.',
    terms: 'Terms',
    privacy: 'Privacy',
  },
};

export const texts = defineTexts('share-page', { en });
