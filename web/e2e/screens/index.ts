import { accountScreens } from './account.js';
import { adminScreens } from './admin.js';
import { dashboardScreens } from './dashboard.js';
import { publicScreens, visitorScreens } from './visitors.js';

export { showScreen, type Screen } from './screen.js';
export { publicScreens, visitorScreens };
export const signedInScreens = [...dashboardScreens, ...accountScreens, ...adminScreens];
