import type { Facts } from '../../../../components/site/facts.js';
import { advertisedMegabytes, advertisedSizes } from '../../../../lib/texts/figures.js';
import type { MarketingPage } from '../../content-types.js';
import { bothOnline, freeSmall, interrupted, recipientNeeds } from './shared.js';

export const videoPage = (facts: Facts): Omit<MarketingPage, 'path'> => {
  const { name } = facts.brand;
  return {
    key: 'video',
    title: `Send video files in original quality | ${name}`,
    description: `Messengers re-encode video, email rejects it, upload services make you wait twice. Send it straight to your editor, client or family, bit for bit as recorded.`,
    hero: {
      look: 'ink',
      heading: 'Send the video, not a smaller version of it',
      lead: 'The file on your camera card is the file on their disk. Same codec, same bit rate, same time code.',
      action: 'Send Videos Now',
      small: freeSmall(facts),
    },
    blocks: [
      {
        kind: 'scale',
        heading: 'One minute of footage',
        intro:
          'The size of one minute at common bit rates, on a logarithmic scale: each step is ten times the one before.',
        bars: [
          { label: 'Messenger clip, 2 Mbit/s', text: '15 MB', megabytes: 15 },
          { label: 'Full HD phone, 17 Mbit/s', text: '128 MB', megabytes: 128 },
          { label: '4K phone, 50 Mbit/s', text: '375 MB', megabytes: 375 },
          { label: '4K camera, 200 Mbit/s', text: '1.5 GB', megabytes: 1500 },
          { label: 'ProRes 422 HQ, 4K, 700 Mbit/s', text: '5.3 GB', megabytes: 5250 },
          {
            label: `${name}, one free transfer`,
            text: advertisedSizes(facts).free,
            megabytes: advertisedMegabytes(facts).free,
            isOurs: true,
          },
        ],
        note: 'Bit rate times 60 seconds, divided by 8. Your camera’s manual lists the exact rates.',
      },
      {
        kind: 'comparison',
        heading: 'What happens to your video',
        columns: [name, 'Messengers', 'Video platforms', 'Upload services'],
        rows: [
          {
            label: 'Re-encoded',
            cells: ['Never', 'Usually', 'Always, for streaming', 'No'],
          },
          {
            label: 'Metadata and time code',
            cells: [
              { mark: 'yes', text: 'Unchanged' },
              { mark: 'no', text: 'Often removed' },
              { mark: 'no', text: 'Not in the stream' },
              { mark: 'yes', text: 'Unchanged' },
            ],
          },
          {
            label: 'Integrity check',
            cells: [
              { mark: 'yes', text: 'By checksum' },
              { mark: 'no', text: 'None' },
              { mark: 'no', text: 'None' },
              { mark: 'partly', text: 'Rarely shown' },
            ],
          },
          {
            label: 'Preview in the browser',
            cells: [
              { mark: 'no', text: 'No' },
              { mark: 'yes', text: 'Yes' },
              { mark: 'yes', text: 'Yes' },
              { mark: 'partly', text: 'Some' },
            ],
          },
        ],
      },
      {
        kind: 'times',
        heading: 'From set to edit',
        intro:
          'One hour of 4K from a phone is about 22 GB; ten minutes from a camera are about 15 GB.',
        gigabytes: [2, 15, 22],
        speeds: [
          { megabits: 40, label: '5G, cable' },
          { megabits: 100, label: 'Fibre' },
          { megabits: 500, label: 'Studio line' },
          { megabits: 940, label: 'Same building' },
        ],
        note: 'Size divided by speed. It is fastest on a local network: the data stays on your network and does not use the internet.',
      },
      {
        kind: 'prose',
        heading: 'Any container, any codec',
        paragraphs: [
          'MP4, MOV, MXF, MKV, BRAW, R3D, image sequences in a TAR: every file is sent as it is. There is no list of allowed types, and nothing is scanned, transcoded or previewed during the transfer.',
        ],
      },
      {
        kind: 'steps',
        heading: 'How to send a day’s footage',
        steps: [
          {
            title: 'Copy the cards first',
            text: 'Send from a disk, not from the card reader. It is faster, and the card is free for the next shot.',
          },
          {
            title: 'One share per roll',
            text: 'If something goes wrong, you repeat one share and not the whole day. Several shares can run at the same time.',
          },
          {
            title: 'Receive in Chrome or Edge',
            text: 'They ask the editor where to save. Where the browser’s storage has room for a clip, it is kept there until it is complete, so that a reload continues, and then copied. A larger clip is written straight to the chosen file.',
          },
          {
            title: 'Wipe the cards after “verified”',
            text: 'Not before. “Verified” means that every byte is on their disk and the checksums match. It needs a protected link: with a plain link the page says “complete”, so let your editor check the clips first.',
          },
        ],
      },
      {
        kind: 'faq',
        heading: 'Questions about video',
        items: [
          {
            question: 'Can I send from my phone?',
            answer:
              'Yes. Keep the page visible and the phone on its charger. iPhones convert videos picked from the photo library unless you choose “Actual Size” or “Current” in the picker’s options; this happens before the browser gets the file.',
          },
          interrupted,
          recipientNeeds,
          bothOnline,
        ],
      },
    ],
    closing: {
      heading: 'Original in, original out',
      text: 'Try it with a clip that a messenger has compressed.',
    },
  };
};
