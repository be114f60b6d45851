import { paths } from '../../../lib/paths.js';
import shared from '../shared.module.css';
import { senderTexts as words } from './texts.js';

/** Leads the owner to their shares. */
export function DashboardLink() {
  return (
    <a className={shared.buttonLink} href={paths.home}>
      {words.dashboard}
    </a>
  );
}

/** Instead of the password form, for the owner of a share that has ended. */
export default function OwnEnded({ refusal }: { refusal: string }) {
  return (
    <>
      <p className={shared.intro}>
        {refusal} {words.restart}
      </p>
      <div className={shared.actions}>
        <DashboardLink />
      </div>
    </>
  );
}
