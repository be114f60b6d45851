import { accountScreens } from './account.js';
import { adminScreens } from './admin.js';
import { dashboardScreens } from './dashboard.js';
import { visitorScreens } from './visitors.js';

export { showScreen, type Screen } from './screen.js';
export { visitorScreens };
export const signedInScreens = [...dashboardScreens, ...accountScreens, ...adminScreens];
