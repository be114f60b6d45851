import { chooseTexts } from '../../lib/texts/catalogue.js';

export const texts = chooseTexts({
  en: {
    title: 'Help Center',
    lead: 'Answers to what people ask us most, and a person when they do not help.',
    video: 'Watch the video tutorial',
    videoNote: 'One share from start to finish, in half a minute.',
    faqTitle: 'Frequently asked questions',
    contactTitle: 'Still stuck?',
    contactText:
      'Paid plans have priority support: we answer within 24 hours. Tell us the browser, the approximate size of the file and what you saw. Never send us a share password.',
    contactAction: (email: string) => `Write to ${email}`,
    faq: (canCancelForever: boolean) => [
      {
        question: 'How do I share a file?',
        answer:
          'Choose the file on the dashboard and press Create Share. Send the link and the password to the other person, by two different ways if the file is confidential. Keep your tab open: the file starts to move when they open the link, and you see their progress live.',
      },
      {
        question: 'Do we both have to be online?',
        answer:
          'Yes. The file goes from your browser straight to theirs and is never stored on a server, so both of you have to be online until it has arrived. If the connection drops for a moment, the transfer waits and goes on by itself from where it was.',
      },
      {
        question: 'How large can a file be?',
        answer:
          'We advertise files up to 5GB, and 2GB free. The app itself does not count: files are streamed from disk to disk in small pieces, so what limits you in practice is the free space at the other end and your upload speed. A gigabyte takes about 15 minutes at 10 Mbit/s.',
      },
      {
        question: 'How long does a link work?',
        answer:
          'Seven days on the Free plan. With Pro you choose 1 to 30 days, with ProForever 1 to 365 days, before you create the share. You can stop a link at any moment, and restart it until it expires.',
      },
      {
        question: 'Who can open my share?',
        answer:
          'Only somebody who has both the link and its password. Each share gets its own generated password. Several wrong passwords in a row stop the link; you can restart it from Recent Shares. Everybody who opens it gives a name and an email address, which you find in your audit log.',
      },
      {
        question: 'The transfer does not start. What can I do?',
        answer:
          'Check that both tabs are open and in front; phones put background tabs to sleep. Then reload the page, try without VPN, and try another network: some company firewalls block direct connections. A relay takes over where it can, still encrypted end to end.',
      },
      {
        question: 'How do I keep my phone or laptop awake?',
        answer:
          'Phones that support it show a Keep Screen On switch on the dashboard. On a computer, plug it in and stop it from sleeping while a large file is on its way. Installing the app also helps, because browsers are slower to suspend it.',
      },
      {
        question: 'How do I cancel my plan?',
        answer: canCancelForever
          ? 'Under Settings, with Cancel Subscription. You are on the Free plan at once, and the current period is not refunded. New Pro subscriptions can be refunded within 14 days. ProForever has no renewals, so there is nothing to stop: cancelling it only gives it up.'
          : 'Under Settings, with Cancel Subscription. You are on the Free plan at once, and the current period is not refunded. New Pro subscriptions can be refunded within 14 days. ProForever is paid once and cannot be cancelled.',
      },
    ],
  },
});
