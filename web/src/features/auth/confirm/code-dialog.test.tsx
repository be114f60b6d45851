import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp, someUser, startApi, tidyUp } from '../../../../test/render-app.js';
import {
  answerCodeQuestion,
  askForCode,
  type CodeReason,
} from '../../../lib/account/second-factor/code-question.js';

afterEach(tidyUp);

const ask = (reason: CodeReason): Promise<string | null> => {
  let answer: Promise<string | null> = Promise.resolve(null);
  act(() => {
    answer = askForCode(reason);
  });
  return answer;
};
const findDialog = async () =>
  within(await screen.findByRole('dialog', { name: 'Enter the code' }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe.each([
  ['the sign-in page', '/login', null],
  ['a page of a signed-in user', '/help', someUser()],
] as const)('the question about the code on %s', (_page, path, user) => {
  beforeEach(async () => {
    startApi();
    renderApp(path, user);
    await screen.findByRole('heading', { level: 1 });
  });

  it('answers with the six digits', async () => {
    const answer = ask('first');
    const dialog = await findDialog();
    const field = dialog.getByLabelText('Six-digit code');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.keyboard('123 456');
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await answer).toBe('123456');
    await closed();
  });

  it.each([
    ['an Arabic keyboard', '\u200f١٢٣ ٤٥٦'],
    ['a Persian keyboard', '۱۲۳۴۵۶'],
    ['a Japanese keyboard', '１２３　４５６'],
  ])('answers with the digits of %s', async (_keyboard, typed) => {
    const answer = ask('first');
    const dialog = await findDialog();
    const field = dialog.getByLabelText('Six-digit code');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.paste(typed);
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await answer).toBe('123456');
  });

  it('accepts nothing else, and says that the last code was wrong', async () => {
    const answer = ask('wrong');
    const dialog = await findDialog();
    expect(dialog.getByText(/incorrect or expired/)).toBeDefined();
    await userEvent.type(dialog.getByLabelText('Six-digit code'), '12345x');
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await dialog.findByText('Please enter the six digits.')).toBeDefined();
    act(() => answerCodeQuestion(null));
    expect(await answer).toBeNull();
    await closed();
  });

  it('says why it is asked again after a change of the password', async () => {
    void ask('changed');
    const dialog = await findDialog();
    expect(dialog.getByText(/Your password is changed.*next code/)).toBeDefined();
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  it('says what to do without the app', async () => {
    void ask('first');
    const dialog = await findDialog();
    expect(dialog.getByText(/No access to the app\?.*support@tandem\.example/)).toBeDefined();
  });

  it('cancels the sign-in when it is closed', async () => {
    const answer = ask('first');
    await userEvent.click((await findDialog()).getByRole('button', { name: 'Close' }));
    expect(await answer).toBeNull();
    await closed();
  });

  it('ends with the page', async () => {
    const answer = ask('first');
    await findDialog();
    tidyUp();
    expect(await answer).toBeNull();
  });
});
