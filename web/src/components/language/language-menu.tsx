import { isLeavingCostly } from '../../lib/browser/leave-warning.js';
import {
  currentLanguage,
  languageNames,
  rememberLanguage,
  type Language,
} from '../../lib/language/language.js';
import { toast } from '../toast/index.js';
import styles from './language-menu.module.css';
import { texts } from './texts.js';

/** Texts are chosen when the page loads; a page with a running transfer or chosen files must not load again. */
const changeTo = (language: Language, reload: () => void): void => {
  rememberLanguage(language);
  if (isLeavingCostly()) toast(texts.later);
  else reload();
};

interface LanguageMenuProps {
  /** For tests. */
  reload?: () => void;
}

/** Changes and remembers the language of this browser. */
export function LanguageMenu({ reload = () => window.location.reload() }: LanguageMenuProps) {
  return (
    <select
      className={styles.menu}
      aria-label={texts.label}
      defaultValue={currentLanguage()}
      onChange={({ target }) => changeTo(target.value as Language, reload)}
    >
      {Object.entries(languageNames).map(([language, name]) => (
        <option key={language} value={language} lang={language}>
          {name}
        </option>
      ))}
    </select>
  );
}
