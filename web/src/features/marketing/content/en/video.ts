import type { Facts } from '../../../../components/site/facts.js';
import type { MarketingPage } from '../../content-types.js';
import { bothOnline, freeSmall, interrupted, recipientNeeds, sizes } from './shared.js';

export const videoPage = (facts: Facts): Omit<MarketingPage, 'path'> => {
  const { name } = facts.brand;
  return {
    key: 'video',
    title: `Send video files in original quality | ${name}`,
    description: `Messengers re-encode, mail refuses, upload services make you wait twice. Send video straight to the editor, client or family, bit for bit as it came from the camera.`,
    hero: {
      look: 'ink',
      heading: 'Send the video, not a smaller version of it',
      lead: 'What leaves your camera card is what lands on their disk. Same codec, same bit rate, same time code, same file.',
      action: 'Send Videos Now',
      small: freeSmall(facts),
    },
    blocks: [
      {
        kind: 'scale',
        heading: 'One minute of footage',
        intro:
          'How much a single minute weighs at usual bit rates. Each step of the scale is ten times the one before.',
        bars: [
          { label: 'Messenger clip, 2 Mbit/s', text: '15 MB', megabytes: 15 },
          { label: 'Full HD phone, 17 Mbit/s', text: '128 MB', megabytes: 128 },
          { label: '4K phone, 50 Mbit/s', text: '375 MB', megabytes: 375 },
          { label: '4K camera, 200 Mbit/s', text: '1.5 GB', megabytes: 1500 },
          { label: 'ProRes 422 HQ, 4K, 700 Mbit/s', text: '5.3 GB', megabytes: 5250 },
          {
            label: `${name}, one free transfer`,
            text: sizes.free,
            megabytes: 10_000,
            isOurs: true,
          },
        ],
        note: 'Bit rate times sixty, divided by eight. Your camera’s manual has the exact rates.',
      },
      {
        kind: 'comparison',
        heading: 'What happens to your video on the way',
        columns: [name, 'Messengers', 'Video platforms', 'Upload services'],
        rows: [
          {
            label: 'Re-encoded',
            cells: [
              { mark: 'no', text: 'Never' },
              { mark: 'yes', text: 'Usually' },
              { mark: 'yes', text: 'Always, for streaming' },
              { mark: 'no', text: 'No' },
            ],
          },
          {
            label: 'Metadata and time code',
            cells: [
              { mark: 'yes', text: 'Untouched' },
              { mark: 'no', text: 'Often removed' },
              { mark: 'no', text: 'Not in the stream' },
              { mark: 'yes', text: 'Untouched' },
            ],
          },
          {
            label: 'Proof that it arrived whole',
            cells: [
              { mark: 'yes', text: 'Checksum, compared' },
              { mark: 'no', text: 'None' },
              { mark: 'no', text: 'None' },
              { mark: 'partly', text: 'Rarely shown' },
            ],
          },
          {
            label: 'Watch in the browser first',
            cells: [
              { mark: 'no', text: 'No preview' },
              { mark: 'yes', text: 'Yes' },
              { mark: 'yes', text: 'Yes, its purpose' },
              { mark: 'partly', text: 'Some' },
            ],
          },
        ],
      },
      {
        kind: 'times',
        heading: 'From the set to the cut',
        intro: 'An hour of 4K from a phone is about 22 GB, ten minutes from a camera about 15 GB.',
        gigabytes: [2, 15, 22],
        speeds: [
          { megabits: 40, label: '5G, cable' },
          { megabits: 100, label: 'Fibre' },
          { megabits: 500, label: 'Studio line' },
          { megabits: 940, label: 'Same building' },
        ],
        note: 'Size divided by speed. Editor and camera in one network is the fastest case: the bytes take the switch and not the internet.',
      },
      {
        kind: 'prose',
        heading: 'Any container, any codec',
        paragraphs: [
          'MP4, MOV, MXF, MKV, BRAW, R3D, image sequences in a TAR: the transfer sees bytes and does not care. There is no list of allowed types, and nothing is scanned, sampled or previewed on the way.',
        ],
      },
      {
        kind: 'steps',
        heading: 'A day of shooting, handed over',
        steps: [
          {
            title: 'Copy the cards first',
            text: 'Send from a disk, not from the card in the reader. It is faster, and a card should not be read while it is needed.',
          },
          {
            title: 'One share per roll',
            text: 'Several smaller shares can be repeated one by one. You can serve more than one at the same time.',
          },
          {
            title: 'Editor in Chrome or Edge',
            text: 'There the file goes straight to the folder they choose, without a stop in the browser’s storage.',
          },
          {
            title: 'Wipe the cards after “verified”',
            text: 'Not before. The word means that every byte is on their disk and the checksums agree.',
          },
        ],
      },
      {
        kind: 'faq',
        heading: 'From the cutting room',
        items: [
          {
            question: 'Can I send from my phone?',
            answer:
              'Yes. Keep the page in front and the phone on its charger. iPhones convert videos when you pick them from the photo library unless you choose “Actual size” or “Current” in the picker’s options; that happens before we see the file.',
          },
          interrupted,
          recipientNeeds,
          bothOnline,
        ],
      },
    ],
    closing: {
      heading: 'Original in, original out',
      text: 'Try it with the shot that a messenger ruined last time.',
    },
  };
};
