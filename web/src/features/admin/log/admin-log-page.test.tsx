import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ApiAnswer } from '../../../../test/fake-api.js';
import { renderApp, someUser, startApi, tidyUp } from '../../../../test/render-app.js';

afterEach(tidyUp);

const entry = (index: number, part: object = {}) => ({
  id: `e${index}`,
  at: new Date(Date.UTC(2026, 10, 22, 10, 0, -index)).toISOString(),
  actorId: 'admin-1',
  action: 'shares-viewed',
  subjectIds: ['u1'],
  ...part,
});

const rows = async () => {
  const [, ...rest] = await screen.findAllByRole('row');
  return rest.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  );
};

describe('/admin/log', () => {
  it('names time, action, administrator and the users concerned', async () => {
    const list = { action: 'users-listed', subjectIds: ['u1', 'u2', 'u3', 'u4', 'u5'] };
    const grant = { action: 'admin-rights-granted', actorId: null };
    const body = [
      entry(0, list),
      entry(1, grant),
      entry(2, { action: 'admin-log-viewed', subjectIds: [] }),
    ];
    startApi().answer({ 'GET /api/admin/log': { body } });
    renderApp('/admin/log');
    expect((await rows()).map(([, ...cells]) => cells)).toEqual([
      ['Listed users', 'admin-1', 'u1, u2, u3 and 2 more'],
      ['Granted administrator rights', 'Operator, on the command line', 'u1'],
      ['Opened this log', 'admin-1', 'None'],
    ]);
    expect((await rows())[0]?.[0]).toMatch(/^2026-11-22/);
  });

  it('names the reader as such, in place of the ID', async () => {
    const user = someUser();
    const own = entry(0, { actorId: user.uid, subjectIds: ['u1', user.uid] });
    startApi().answer({ 'GET /api/admin/log': { body: [own, entry(1)] } });
    renderApp('/admin/log', user);
    expect((await rows()).map(([, , ...people]) => people)).toEqual([
      ['You', 'u1, You'],
      ['admin-1', 'u1'],
    ]);
    const [actor, subject] = screen.getAllByText('You');
    expect([actor?.title, subject?.title]).toEqual([user.uid, user.uid]);
    expect([actor, subject].map((each) => each?.closest('[translate=no]'))).toEqual([null, null]);
    for (const id of ['admin-1', 'u1'])
      for (const each of screen.getAllByText(id)) expect(each.getAttribute('translate')).toBe('no');
  });

  it('opens the entries after the last one, and returns to the newest', async () => {
    const first = Array.from({ length: 100 }, (_, index) => entry(index));
    const { at = '', id = '' } = first.at(-1) ?? {};
    const next = entry(100, { action: 'plan-changed', at });
    const api = startApi();
    api.answer({
      'GET /api/admin/log': ({ query }) => ({
        body: query.has('before') ? [next] : first,
      }),
    });
    renderApp('/admin/log');
    await userEvent.click(await screen.findByRole('button', { name: 'Older entries' }));
    expect(await screen.findByText('Changed a plan')).toBeDefined();
    expect((await rows()).map(([, action]) => action)).toEqual(['Changed a plan']);
    const [, older] = api.to('GET /api/admin/log');
    expect([older?.query.get('before'), older?.query.get('beforeId')]).toEqual([at, id]);
    expect(screen.queryByRole('button', { name: 'Older entries' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Newest entries' }));
    expect(await screen.findByRole('button', { name: 'Older entries' })).toBeDefined();
  });

  it('offers to try again and the newest entries when older ones could not be loaded', async () => {
    const first = Array.from({ length: 100 }, (_, index) => entry(index));
    const older = entry(100, { action: 'plan-changed' });
    const api = startApi();
    const answerOlder = (answer: ApiAnswer | Promise<ApiAnswer>): void =>
      api.answer({
        'GET /api/admin/log': ({ query }) => (query.has('before') ? answer : { body: first }),
      });
    let answerHeld = (_answer: ApiAnswer): void => undefined;
    answerOlder(new Promise<ApiAnswer>((resolve) => (answerHeld = resolve)));
    renderApp('/admin/log');
    await userEvent.click(await screen.findByRole('button', { name: 'Older entries' }));
    expect(await screen.findByText('Loading the log...')).toBeDefined();
    // Not on Newest entries, which would lead a second Enter back.
    expect(document.activeElement?.textContent).toBe('Older entries');
    expect(screen.queryByText('No entries')).toBeNull();
    answerHeld({ status: 503, body: { message: 'Restarting.' } });
    expect((await screen.findByRole('alert')).textContent).toContain('503: Restarting.');

    await userEvent.click(screen.getByRole('button', { name: 'Newest entries' }));
    expect(await rows()).toHaveLength(100);
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Older entries' }));
    await screen.findByRole('alert');
    answerOlder({ body: [older] });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect((await rows()).map(([, action]) => action)).toEqual(['Changed a plan']);
  });

  it('reports that the log could not be loaded', async () => {
    startApi().answer({ 'GET /api/admin/log': { status: 403, body: { message: 'Admins only.' } } });
    renderApp('/admin/log');
    expect((await screen.findByRole('alert')).textContent).toContain('403: Admins only.');
  });
});

describe('/admin/log on a phone', () => {
  const matchMedia = window.matchMedia.bind(window);
  beforeEach(() => {
    window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: true });
  });
  afterEach(() => {
    window.matchMedia = matchMedia;
  });

  it('has one card per entry', async () => {
    const body = [entry(0, { action: 'admin-rights-granted', actorId: null })];
    startApi().answer({ 'GET /api/admin/log': { body } });
    renderApp('/admin/log');
    expect(await screen.findByText('Granted administrator rights')).toBeDefined();
    expect(screen.queryByRole('columnheader')).toBeNull();
    const [card] = screen.getAllByRole('cell');
    expect(card?.textContent).toMatch(/^Granted administrator rights.*Operator.*u1.*2026-11-22/);
  });
});
