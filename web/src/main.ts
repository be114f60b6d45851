/** Loads the texts of the chosen language, then the app: modules get their texts when they are evaluated. */

import {
  chooseLanguage,
  directionOf,
  setCurrentLanguage,
  type Language,
} from './lib/language/language.js';
import { setTranslation } from './lib/texts/catalogue.js';
import './theme/base.css';

const show = (language: Language): void => {
  setCurrentLanguage(language);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
};

const openChosen = async (): Promise<void> => {
  const language = chooseLanguage();
  if (language === 'en') return;
  const { openLanguage } = await import('./languages/load.js');
  setTranslation(await openLanguage(language));
  show(language);
};

void openChosen()
  .catch(() => console.warn('the texts of the chosen language could not be loaded'))
  .then(() => import('./start.js'));
