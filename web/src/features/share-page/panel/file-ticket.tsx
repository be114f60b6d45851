import type { OpenedShare } from '../session/share-api.js';
import { texts } from '../texts.js';

/** The file as a ticket: what travels, how big, what kind. */
export function FileTicket({ share }: { share: OpenedShare }) {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(share.filename)?.[1] ?? '';
  return (
    <div className="rcp-ticket">
      <div className="rcp-ticket-stub" aria-hidden="true">
        {extension === '' ? <span className="rcp-ticket-blank" /> : extension}
      </div>
      <div className="rcp-ticket-body">
        <p className="rcp-ticket-name" title={share.filename}>
          {share.filename}
        </p>
        <dl className="rcp-ticket-facts">
          <div>
            <dt className="visually-hidden">{texts.file.size}</dt>
            <dd>{share.fileSize}</dd>
          </div>
          <div>
            <dt className="visually-hidden">{texts.file.type}</dt>
            <dd>{share.fileType === '' ? texts.file.unknownType : share.fileType}</dd>
          </div>
        </dl>
      </div>
    </div>
  );
}
