import { openLanguage } from '../../languages/load.js';
import { setCurrentLanguage, type Language } from '../../lib/language/language.js';
import { setTranslation, withAllTexts } from '../../lib/texts/catalogue.js';
import type { StaticPage, StaticSiteOptions } from './static-site.js';

export { languages } from '../../lib/language/language.js';

/**
 * The public pages that exist in `language`. For a thread of its own: texts are chosen when their modules are imported,
 * once per thread.
 */
export const renderTranslatedSite = async (
  language: Language,
  variants: readonly StaticSiteOptions[],
): Promise<StaticPage[][]> => {
  setTranslation(await openLanguage(language));
  setCurrentLanguage(language);
  const { renderLandingPage } = await withAllTexts(() => import('./static-site.js'));
  return variants.map(renderLandingPage);
};
