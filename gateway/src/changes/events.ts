import type { Observation } from '@tandem/kit/bus';
import { events, hints } from '@tandem/proto/events';
import type { ChangeStreams } from './streams.js';

type Sink = Pick<ChangeStreams, 'changed' | 'figuresChanged'>;

interface OfShare {
  share?: { ownerUid: string } | undefined;
}

/** Maps events to the lists and figures on pages. Every process observes all events, because any account may connect to it. */
export const observationsFor = (sink: Sink): Observation[] => {
  const observe = <Payload>(
    { subject, codec }: { subject: string; codec: { decode(data: Uint8Array): Payload } },
    apply: (payload: Payload) => void,
  ): Observation => ({ subject, handle: (data) => apply(codec.decode(data)) });

  const sharesOfOwner = ({ share }: OfShare) => {
    if (share) sink.changed(share.ownerUid, 'shares');
  };
  const figures = () => sink.figuresChanged();

  return [
    observe(events.shareCreated, sharesOfOwner),
    observe(events.shareStopped, sharesOfOwner),
    observe(events.shareRestarted, sharesOfOwner),
    observe(events.shareEdited, sharesOfOwner),
    observe(events.shareDeleted, sharesOfOwner),
    observe(events.downloadCompleted, sharesOfOwner),
    observe(events.planChanged, ({ uid }) => {
      sink.changed(uid, 'plan');
      sink.figuresChanged();
    }),
    observe(events.paymentChanged, ({ uid }) => sink.changed(uid, 'plan')),
    observe(hints.entryStored, ({ ownerUid }) => sink.changed(ownerUid, 'audit')),
    observe(events.userRegistered, figures),
    observe(events.userDeleted, figures),
    observe(events.transferRecorded, figures),
  ];
};
