import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ApiAnswer } from '../../../test/fake-api.js';
import { renderApp, startApi, tidyUp } from '../../../test/render-app.js';

afterEach(tidyUp);

const choose = async (name: string): Promise<void> => {
  await userEvent.click(await screen.findByRole('button', { name: `Choose ${name}` }));
};

describe('/subscribe', () => {
  it('shows prices, periods and when ProForever pays for itself [2.128, 2.129, 6.14, 9.7, 9.9]', async () => {
    startApi();
    renderApp('/subscribe');
    const pro = await screen.findByRole('article', { name: 'Pro' });
    expect(pro.textContent).toContain('$5/week');
    expect(pro.textContent).toContain('Cancel anytime');
    expect(pro.textContent).toContain('1 to 30 days');
    const forever = screen.getByRole('article', { name: 'ProForever' });
    expect(forever.textContent).toContain('$110lifetime');
    expect(forever.textContent).toContain('about 22 weeks');
    expect(forever.textContent).toContain('1 to 365 days');
    expect(forever.textContent).toContain('as long as the service runs');
  });

  it('shows the payment form once the client secret has arrived [4.64, 4.65]', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<ApiAnswer>((resolve) => {
      answer = () => resolve({ body: { clientSecret: 'pi_1_secret_2' } });
    });
    startApi().answer({
      'POST /api/create-subscription': () => answered,
    });
    renderApp('/subscribe');
    await choose('Pro');
    expect(await screen.findByText('Preparing payment...')).toBeDefined();
    expect(screen.queryByLabelText('Card number')).toBeNull();
    answer();
    expect(await screen.findByLabelText('Card number')).toBeDefined();
  });

  it('names ProForever in the toast after its payment [8.50]', async () => {
    startApi().answer({
      'POST /api/create-subscription': { body: { clientSecret: 'pi_1_secret_2' } },
      'POST /api/local-payments/confirm': { body: { status: 'succeeded' } },
    });
    renderApp('/subscribe');
    await choose('ProForever');
    await userEvent.type(await screen.findByLabelText('Card number'), '4242424242424242');
    await userEvent.type(screen.getByLabelText('Expiry (MM/YY)'), '1249');
    await userEvent.type(screen.getByLabelText('Security code'), '123');
    await userEvent.click(screen.getByRole('button', { name: 'Pay $110 once' }));
    expect(await screen.findByText('Welcome to Tandem ProForever!')).toBeDefined();
    expect(screen.getByText('Payment Successful')).toBeDefined();
  });

  it('shows Failed to initialize subscription for an answer without secret and status [8.47]', async () => {
    startApi().answer({ 'POST /api/create-subscription': { body: {} } });
    renderApp('/subscribe');
    await choose('Pro');
    expect(
      await screen.findByText('Failed to initialize subscription. Please try again.'),
    ).toBeDefined();
    expect(screen.getByText('Error')).toBeDefined();
  });
});
