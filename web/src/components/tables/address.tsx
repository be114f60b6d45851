import { Fragment } from 'react';

/** A text with an e-mail address. In a narrow column it breaks after the @ before it breaks inside a name. */
export function WithAddress({ text }: { text: string }) {
  return text.split(/(?<=@)/).map((part, index) => (
    // The parts of one text do not move.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** An e-mail address or a person's name, which the browser's translator must not change. */
export function Address({ text }: { text: string }) {
  return (
    <span translate="no">
      <WithAddress text={text} />
    </span>
  );
}
