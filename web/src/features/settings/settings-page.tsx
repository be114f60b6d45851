import { Radio } from 'antd';
import { PageHead } from '../../components/page/page-head.js';
import { Panel } from '../../components/page/panel.js';
import { setThemeMode, useThemeMode, type ThemeMode } from '../../lib/browser/theme-mode.js';
import { useTitle } from '../../lib/browser/use-title.js';
import { AccountPanel } from './account-panel.js';
import { DeleteAccount } from './delete-account.js';
import { PlanPanel } from './plan-panel.js';
import { AdminAccessPanel } from './security/admin-access-panel.js';
import { PasswordPanel } from './security/password-panel.js';
import { SecondFactorPanel } from './security/second-factor-panel.js';
import { SessionsPanel } from './security/sessions-panel.js';
import styles from './settings.module.css';
import { texts } from './texts.js';

const modes: readonly ThemeMode[] = ['system', 'light', 'dark'];

function Appearance() {
  const mode = useThemeMode();
  return (
    <Panel title={texts.appearance} className={styles.panel}>
      <p className={styles.note}>{texts.appearanceNote}</p>
      <Radio.Group
        aria-label={texts.appearance}
        optionType="button"
        value={mode}
        options={modes.map((value) => ({ value, label: texts.themes[value] }))}
        onChange={(event) => {
          setThemeMode(modes.find((value) => value === event.target.value) ?? 'system');
        }}
      />
    </Panel>
  );
}

/** /settings */
export function SettingsPage() {
  useTitle(texts.title);
  return (
    <div className={styles.page}>
      <PageHead title={texts.title} lead={texts.lead} />
      <AccountPanel />
      <PlanPanel />
      <PasswordPanel />
      <SecondFactorPanel />
      <SessionsPanel />
      <AdminAccessPanel />
      <Appearance />
      <DeleteAccount />
    </div>
  );
}

export default SettingsPage;
