import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { chooseAndCreate, renderApp, sessions, share, startApi } from './dashboard.js';

/** Creates a share on the dashboard. The session that sends it is the test's. */
export const serve = async (listed: object = share) => {
  const api = startApi();
  api.answer({
    'GET /api/file-shares': { body: [listed] },
    'POST /api/file-shares': { status: 201, body: share },
  });
  const view = renderApp('/');
  await chooseAndCreate();
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(sessions).toHaveLength(1));
  const [fake] = sessions;
  if (fake === undefined) throw new Error('no session');
  return { ...fake, api, view };
};
