import { defineTexts } from '../../lib/texts/catalogue.js';
import { landingContent } from './content/en/landing.js';

/** Texts of the landing page and of all marketing pages; the prose of the other pages is in page-texts.ts. */
export const texts = defineTexts('marketing', {
  en: {
    marks: { yes: 'Yes', no: 'No', partly: 'Partly' },
    units: {
      speed: (megabits: number) => `${megabits} Mbit/s`,
      size: (gigabytes: number) => `${gigabytes} GB`,
      seconds: (count: number) => `${count} s`,
      minutes: (count: number) => `${count} min`,
      hours: (count: number) => `${count} h`,
    },
    operatingSystems: 'Any with a current browser',
    drawing: {
      caption:
        'Drawing: the file moves in a straight line from the sender’s browser to the recipient’s. A server above them only helps the two connect.',
      you: 'Your browser',
      them: 'Their browser',
      server: 'helps them connect',
    },
    landing: {
      heading: ['From your screen to theirs.', 'Nowhere in between.'],
      lead: 'You’re both online. Skip the cloud and send it straight to their browser.',
      more: 'Learn More',
      preview: {
        heading: 'What both of you see',
        sender: {
          caption: 'Your dashboard: who is downloading, and how much is on their disk.',
          alt: 'The dashboard of a sender: Grace Hopper is downloading wedding-final-cut.mov over a direct connection, with progress, speed and time left.',
        },
        recipient: {
          caption: 'Your recipient’s page, in any current browser.',
          alt: 'The recipient’s page on a phone: the same file from Ada Lovelace is being received.',
        },
      },
      why: 'Why send directly',
      time: {
        title: 'One wait instead of two',
        text: 'With an upload service you wait for the upload, then your recipient waits for the download. Here both happen at the same time.',
        ours: 'Send and receive',
        up: 'Upload',
        down: 'Download',
      },
      empty: {
        title: 'Nothing to leak',
        text: 'There is no copy on our servers, not even for a minute. What is not stored cannot be leaked, sold or subpoenaed.',
        figure: '0',
        unit: 'bytes of your file on our disks',
      },
      proof: {
        title: 'You know who has it',
        text: 'Your audit log lists accesses and downloads: the stated name, the time, the IP address and the result. Checksums verify that the recipient’s copy is identical to yours.',
        sender: 'yours',
        recipient: 'theirs',
        equal: 'identical',
      },
      voices: 'In the words of people like you',
      questions: 'Frequently asked questions',
      pricing: 'Pricing',
      pricingIntro: 'We count shares, not bytes, because we store none.',
      closing: 'Both online? Send it.',
    },
    landingContent,
  },
});
