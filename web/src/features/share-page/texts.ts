import { codeSentences } from '@tandem/proto/browser/reasons';
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
    own: 'You are signed in. If this is your share, the page for sending opens in a moment.',
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
    direct: 'Sent directly over your network.',
    stun: 'Sent directly over the internet.',
    turn: 'Sent through an encrypted relay.',
    unknown: '',
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
    receiveTitle: 'Download',
    sendTitle: 'Send this file',
    viewReceipt: 'View Receipt',
    promise: 'From browser to browser. Never stored on a server.',
    terms: 'Terms',
    privacy: 'Privacy',
  },
};

export const texts = defineTexts('share-page', { en });
