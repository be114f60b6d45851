import { Radio } from 'antd';
import { useState } from 'react';
import { PageHead } from '../../components/page/page-head.js';
import { Panel } from '../../components/page/panel.js';
import { getThemeMode, setThemeMode, type ThemeMode } from '../../lib/browser/theme-mode.js';
import { useSignedInUser } from '../../lib/account/user-api.js';
import { useTitle } from '../../lib/browser/use-title.js';
import { DeleteAccount } from './delete-account.js';
import { PlanPanel } from './plan-panel.js';
import { texts } from './texts.js';
import styles from './settings.module.css';

const modes: readonly ThemeMode[] = ['system', 'light', 'dark'];

function Appearance() {
  const [mode, setMode] = useState(getThemeMode);
  return (
    <Panel title={texts.appearance} className={styles.panel}>
      <p className={styles.note}>{texts.appearanceNote}</p>
      <Radio.Group
        aria-label={texts.appearance}
        optionType="button"
        value={mode}
        options={modes.map((value) => ({ value, label: texts.themes[value] }))}
        onChange={(event) => {
          const chosen = modes.find((value) => value === event.target.value) ?? 'system';
          setMode(chosen);
          setThemeMode(chosen);
        }}
      />
    </Panel>
  );
}

/** /settings */
export function SettingsPage() {
  useTitle(texts.title);
  const user = useSignedInUser();
  const orNotSet = (value: string | null | undefined): string =>
    (value ?? '').trim() || texts.notSet;
  return (
    <div className={styles.page}>
      <PageHead title={texts.title} lead={texts.lead} />
      <Panel title={texts.account} className={styles.panel}>
        <dl className={styles.facts}>
          <div>
            <dt>{texts.email}</dt>
            <dd>{orNotSet(user?.email)}</dd>
          </div>
          <div>
            <dt>{texts.displayName}</dt>
            <dd>{orNotSet(user?.displayName)}</dd>
          </div>
        </dl>
      </Panel>
      <PlanPanel />
      <Appearance />
      <DeleteAccount />
    </div>
  );
}

export default SettingsPage;
