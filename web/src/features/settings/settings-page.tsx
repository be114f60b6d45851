import { Radio } from 'antd';
import { useState } from 'react';
import { getThemeMode, setThemeMode } from '../../lib/browser/theme-mode.js';
import type { ThemeMode } from '../../lib/browser/theme-mode.js';
import { useSignedInUser } from '../../lib/account/user-api.js';
import { useTitle } from '../../lib/browser/use-title.js';
import { DeleteAccount } from './delete-account.js';
import { PlanPanel } from './plan-panel.js';
import { texts } from './texts.js';
import './settings.css';

const modes: readonly ThemeMode[] = ['system', 'light', 'dark'];

function Appearance() {
  const [mode, setMode] = useState(getThemeMode);
  return (
    <section className="panel" aria-labelledby="appearance-title">
      <h2 id="appearance-title">{texts.appearance}</h2>
      <p className="settings-note">{texts.appearanceNote}</p>
      <Radio.Group
        aria-labelledby="appearance-title"
        optionType="button"
        value={mode}
        options={modes.map((value) => ({ value, label: texts.themes[value] }))}
        onChange={(event) => {
          const chosen = modes.find((value) => value === event.target.value) ?? 'system';
          setMode(chosen);
          setThemeMode(chosen);
        }}
      />
    </section>
  );
}

/** /settings */
export function SettingsPage() {
  useTitle(texts.title);
  const user = useSignedInUser();
  const orNotSet = (value: string | null | undefined): string =>
    (value ?? '').trim() || texts.notSet;
  return (
    <div className="settings">
      <header className="page-head">
        <h1>{texts.title}</h1>
        <p>{texts.lead}</p>
      </header>
      <section className="panel" aria-labelledby="account-title">
        <h2 id="account-title">{texts.account}</h2>
        <dl className="facts">
          <div>
            <dt>{texts.email}</dt>
            <dd>{orNotSet(user?.email)}</dd>
          </div>
          <div>
            <dt>{texts.displayName}</dt>
            <dd>{orNotSet(user?.displayName)}</dd>
          </div>
        </dl>
      </section>
      <PlanPanel />
      <Appearance />
      <DeleteAccount />
    </div>
  );
}

export default SettingsPage;
