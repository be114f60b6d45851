import fc from 'fast-check';
import { nextProof, type ProofInput, type ProofSide, type ProofState } from './peer-proof.state.js';

const nonce = 'own';
const sender: ProofSide = { role: 'sender', nonce };
const receiver: ProofSide = { role: 'receiver', nonce };
const hello: ProofInput = { type: 'hello', nonce: 'theirs' };
const noKey: ProofInput = { type: 'hello', nonce: null };
const proof: ProofInput = { type: 'proof', tag: 't' };
const valid: ProofInput = { type: 'verified', isValid: true };
const invalid: ProofInput = { type: 'verified', isValid: false };
const transfer: ProofInput = { type: 'transfer-message' };
const timeout: ProofInput = { type: 'timeout' };

const run = (side: ProofSide, inputs: readonly ProofInput[]): ProofState =>
  inputs.reduce<ProofState>((state, input) => nextProof(side, state, input), { step: 'greeting' });

describe('the exchange of proofs', () => {
  it.each<[string, ProofSide, ProofInput[], ProofState['step']]>([
    ['proves the receiver', sender, [hello, proof, valid], 'proven'],
    ['proves the sender', receiver, [hello, proof, valid], 'proven'],
    ['refuses a receiver with a wrong proof', sender, [hello, proof, invalid], 'refused'],
    ['refuses a sender with a wrong proof', receiver, [hello, proof, invalid], 'refused'],
    ['lets the user decide about a receiver without a key', sender, [noKey], 'unproven'],
    ['lets the user decide about a silent receiver', sender, [timeout], 'unproven'],
    ['accepts a late proof', sender, [timeout, hello, proof, valid], 'proven'],
    ['refuses a sender without a key', receiver, [noKey], 'refused'],
    ['refuses a silent sender', receiver, [timeout], 'refused'],
    ['refuses a sender that begins with the file', receiver, [transfer], 'refused'],
    ['refuses a sender that skips its proof', receiver, [hello, transfer], 'refused'],
    ['queues messages after the proof', receiver, [hello, proof, transfer], 'verifying'],
    ['refuses a reflected nonce', sender, [{ type: 'hello', nonce }], 'refused'],
    ['refuses a second hello', receiver, [hello, hello], 'refused'],
    ['refuses a second proof', sender, [hello, proof, proof], 'refused'],
    ['refuses a proof before the hello', sender, [proof], 'refused'],
    [
      'lets the user decide about a receiver that stops half-way',
      sender,
      [hello, timeout],
      'unproven',
    ],
    ['accepts a proof after that', sender, [hello, timeout, proof, valid], 'proven'],
    ['refuses a wrong proof after that', sender, [hello, timeout, proof, invalid], 'refused'],
    ['refuses a second hello after that', sender, [hello, timeout, hello], 'refused'],
    ['refuses a proof after silence without a hello', sender, [timeout, proof], 'refused'],
    ['refuses a sender that stops half-way', receiver, [hello, timeout], 'refused'],
    ['does not refuse while it verifies', sender, [hello, proof, timeout], 'verifying'],
  ])('%s', (_title, side, inputs, step) => {
    expect(run(side, inputs).step).toBe(step);
  });

  const input = fc.constantFrom(hello, noKey, proof, valid, invalid, transfer, timeout, {
    type: 'hello',
    nonce,
  } as const);
  const inputs = fc.array(input, { maxLength: 8 });

  it('ends in proven only after hello, proof and a valid comparison, in this order', () => {
    fc.assert(
      fc.property(fc.constantFrom(sender, receiver), inputs, (side, sequence) => {
        if (run(side, sequence).step !== 'proven') return;
        const order = [hello, proof, valid].map((each) => sequence.indexOf(each));
        expect(order).toEqual([...order].sort((a, b) => a - b));
        expect(order).not.toContain(-1);
      }),
      { numRuns: 20_000 },
    );
  });

  it('never lets the user decide about an unproven sender', () => {
    fc.assert(
      fc.property(inputs, (sequence) => {
        expect(run(receiver, sequence).step).not.toBe('unproven');
      }),
    );
  });
});
