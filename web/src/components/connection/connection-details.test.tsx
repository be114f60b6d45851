import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ConnectionFacts, RateSetting } from '../../transfer/api.js';
import { limitingFactors } from '../../transfer/progress/limiting-factor.js';
import { ConnectionDetails } from './connection-details.js';
import { LimitControl, parseMegabytes } from './limit-control.js';
import { storedLimit, storeLimit } from './limit-memory.js';
import { texts } from './texts.js';

const mebibyte = 1024 ** 2;
const none = { bytesPerSecond: null, isYielding: false };

const facts = (part: Partial<ConnectionFacts> = {}): ConnectionFacts => ({
  rttMs: 52.4,
  lossShare: 0.013,
  limitedBy: 'line',
  rates: [mebibyte, 3 * mebibyte, 2 * mebibyte],
  peerLimit: none,
  lanes: 1,
  peerAddress: '',
  ...part,
});

const open = async (
  part: Partial<ConnectionFacts> = {},
  side: 'sender' | 'recipient' = 'sender',
) => {
  render(<ConnectionDetails facts={facts(part)} route="turn" side={side} />);
  await userEvent.click(screen.getByText('Connection details'));
};

/** The description beside a term. */
const valueOf = (term: string): string | null =>
  screen.getByText(term).nextElementSibling?.textContent ?? null;

describe('the connection details', () => {
  it('are collapsed until the user opens them', async () => {
    render(<ConnectionDetails facts={facts()} route="direct" side="sender" />);
    expect(screen.queryByText('Round trip')).toBeNull();
    await userEvent.click(screen.getByText('Connection details'));
    expect(screen.getByText('Round trip')).toBeDefined();
  });

  it('show route, round trip, loss and what limits the transfer', async () => {
    await open({ lanes: 4 });
    expect(valueOf('Route')).toBe('Through an encrypted relay');
    expect(valueOf('Round trip')).toBe('52 ms');
    expect(valueOf('Packet loss')).toBe('1.3%');
    expect(valueOf('Connections in use')).toBe('4');
    expect(valueOf('Limited by')).toBe('The network between you');
    expect(screen.queryByText('The recipient’s limit')).toBeNull();
  });

  it('show the sender the recipient’s address, and whether the recipient has proven that they have the link', async () => {
    const details = facts({ peerAddress: '203.0.113.9' });
    render(<ConnectionDetails facts={details} route="stun" side="sender" proof="proven" />);
    await userEvent.click(screen.getByText('Connection details'));
    expect(valueOf('Address')).toBe('203.0.113.9');
    expect(valueOf('Protection')).toBe('The recipient has proven that they have the link');
  });

  it('name no address behind a relay, and no proof to recipients', async () => {
    await open({}, 'recipient');
    expect(screen.queryByText('Address')).toBeNull();
    expect(screen.queryByText('Protection')).toBeNull();
  });

  it('state what is not measured instead of a zero', async () => {
    await open({ rttMs: null, lossShare: null, limitedBy: null });
    expect(valueOf('Round trip')).toBe('Not measured yet');
    expect(valueOf('Packet loss')).toBe('Not measured yet');
    expect(valueOf('Limited by')).toBe('Not known yet');
  });

  it('state that loss is not available where only the browser measures', async () => {
    await open({ lossShare: null });
    expect(valueOf('Packet loss')).toMatch(/^Not available/);
  });

  it.each([
    ['sender', 'sender-limit', 'Your speed limit'],
    ['sender', 'recipient-limit', 'The recipient’s speed limit'],
    ['recipient', 'sender-limit', 'The sender’s speed limit'],
    ['recipient', 'recipient-disk', 'Your disk: it stores more slowly than the file arrives'],
  ] as const)('of the %s name %s from that side', async (side, limitedBy, expected) => {
    await open({ limitedBy }, side);
    expect(valueOf('Limited by')).toBe(expected);
  });

  it('have a text for every factor on both sides', () => {
    for (const side of [texts.factors.sender, texts.factors.recipient])
      expect(Object.keys(side).sort()).toEqual([...limitingFactors].sort());
  });

  it('describe the curve in words', async () => {
    await open();
    const curve = screen.getByRole('img', { name: 'Speed in the last minute' });
    const captionId = curve.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(captionId)?.textContent).toBe(
      'Now 2.00 MB/s, highest 3.00 MB/s, lowest 1.00 MB/s.',
    );
  });

  it('show the limit of the other side', async () => {
    await open({ peerLimit: { bytesPerSecond: mebibyte, isYielding: true } });
    expect(valueOf('The recipient’s limit')).toBe('1.00 MB/s · Leaves room for others');
  });
});

describe('the speed limit', () => {
  beforeEach(() => localStorage.clear());

  const show = () => {
    const onChange = jest.fn<(setting: RateSetting) => void>();
    render(<LimitControl direction="send" onChange={onChange} />);
    return { onChange };
  };
  const field = () => screen.getByRole('textbox', { name: 'Limit in megabytes per second' });

  it('takes effect with the choice, and is kept on this device', async () => {
    const { onChange } = show();
    await userEvent.click(screen.getByRole('radio', { name: 'Use at most' }));
    expect(onChange).toHaveBeenLastCalledWith({ bytesPerSecond: mebibyte, isYielding: false });
    expect(screen.getByRole('status').textContent).toBe('At most 1.00 MB/s.');
    expect(storedLimit('send')).toEqual({ bytesPerSecond: mebibyte, isYielding: false });
    expect(storedLimit('receive')).toEqual(none);
    await userEvent.click(screen.getByRole('radio', { name: 'Leave room for others' }));
    expect(onChange).toHaveBeenLastCalledWith({ bytesPerSecond: null, isYielding: true });
    await userEvent.click(screen.getByRole('radio', { name: 'No limit' }));
    expect(onChange).toHaveBeenLastCalledWith(none);
    expect(localStorage).toHaveLength(0);
  });

  it('takes a number with the Enter key', async () => {
    const { onChange } = show();
    await userEvent.clear(field());
    await userEvent.type(field(), '2.5{Enter}');
    expect(onChange).toHaveBeenLastCalledWith({
      bytesPerSecond: 2.5 * mebibyte,
      isYielding: false,
    });
    expect(screen.getByRole('radio', { name: 'Use at most' })).toHaveProperty('checked', true);
  });

  it.each(['', '0', '-1', 'fast', '0.001'])('refuses %j and keeps the limit', async (text) => {
    const { onChange } = show();
    await userEvent.clear(field());
    if (text !== '') await userEvent.type(field(), text);
    await userEvent.click(screen.getByRole('button', { name: 'Set' }));
    expect(screen.getByRole('alert').textContent).toBe('Enter a number of at least 0.01.');
    expect(onChange).not.toHaveBeenCalled();
    expect(storedLimit('send')).toEqual(none);
  });

  it('shows what was stored', () => {
    storeLimit('send', { bytesPerSecond: 3 * mebibyte, isYielding: false });
    show();
    expect(field()).toHaveProperty('value', '3');
    expect(screen.getByRole('radio', { name: 'Use at most' })).toHaveProperty('checked', true);
  });

  it.each(['{', '[]', '{"bytesPerSecond":-5}', '{"bytesPerSecond":"1"}', '{"bytesPerSecond":5}'])(
    'ignores what storage should not hold: %s',
    (stored) => {
      localStorage.setItem('rate-limit-send', stored);
      expect(storedLimit('send')).toEqual(none);
    },
  );

  it.each([
    ['1', mebibyte],
    [' 0,5 ', mebibyte / 2],
    ['0.01', 10_486],
    ['1e400', null],
  ])('reads %j as %j bytes per second', (text, expected) => {
    expect(parseMegabytes(text)).toBe(expected);
  });
});
