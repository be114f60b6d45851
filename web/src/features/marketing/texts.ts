import { chooseTexts } from '../../lib/texts/catalogue.js';
import { landingContent } from './content/en/landing.js';

/** What every marketing page and the landing page say; the nine pages' prose is in page-texts.ts. */
export const texts = chooseTexts({
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
        'Drawing: the file runs on a straight line from the sender’s browser to the recipient’s. A server above them only introduces the two.',
      you: 'Your browser',
      them: 'Their browser',
      server: 'introduces, then steps aside',
    },
    landing: {
      heading: ['From your screen to theirs.', 'Nowhere in between.'],
      lead: 'You are both online anyway. So let the file take the straight way: out of your browser, into theirs, and not into anybody’s cloud.',
      action: 'Get Started Free',
      more: 'Learn More',
      why: 'Why choose the straight way',
      time: {
        title: 'One wait instead of two',
        text: 'Upload services make you wait until the file is up, and your recipient until it is down. Here both happen in the same minutes.',
        ours: 'Send and receive',
        up: 'Upload',
        down: 'Download',
      },
      empty: {
        title: 'Nothing to leak',
        text: 'There is no copy on our servers: not for a week, not for a minute. What is not there cannot be found, sold, subpoenaed or forgotten.',
        figure: '0',
        unit: 'bytes of your file on our disks',
      },
      proof: {
        title: 'You know who has it',
        text: 'Every access is in your log: who, when, from where, with what result. At the end two checksums prove that their copy is yours.',
        sender: 'yours',
        recipient: 'theirs',
        equal: 'identical',
      },
      voices: 'In the words of people like you',
      voicesNote:
        'Samples. We wrote these to show where the product fits; {name} stands for nobody. Real ones take their place when we have permission to print them.',
      questions: 'Questions, answered straight',
      pricing: 'Pricing',
      pricingIntro: 'Shares are counted, bytes are not: we store none.',
      closing: 'Both there? Then go.',
    },
    landingContent,
  },
});
