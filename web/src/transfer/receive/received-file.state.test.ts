import {
  initialStored,
  nextStored,
  type Closing,
  type StoredFile,
  type StoredInput,
} from './received-file.state.js';

const plain: Closing = { check: null, expectedBytes: 5 };
const verified: Closing = { check: () => Promise.resolve(true), expectedBytes: 5 };

const open: StoredFile = { state: 'open', key: 'a' };
const saving: StoredFile = { state: 'saving', key: 'a', closing: plain };
const unsaved: StoredFile = { state: 'unsaved', key: 'a', closing: plain };
const saved: StoredFile = { state: 'saved', key: 'a', isVerified: false };

describe('the stored file', () => {
  it.each<[StoredFile, StoredInput, StoredFile]>([
    [initialStored, { type: 'opened', key: 'a' }, open],
    [open, { type: 'saving', closing: plain }, saving],
    [saving, { type: 'saved' }, saved],
    [{ ...saving, closing: verified }, { type: 'saved' }, { ...saved, isVerified: true }],
    [saving, { type: 'kept' }, unsaved],
    [unsaved, { type: 'saving', closing: plain }, saving],
    // The sender announces another file instead.
    [open, { type: 'opened', key: 'b' }, { state: 'open', key: 'b' }],
    [open, { type: 'closed' }, initialStored],
    [saving, { type: 'closed' }, initialStored],
    [unsaved, { type: 'closed' }, initialStored],
  ])('goes from %j with %j to %j', (before, input, after) => {
    expect(nextStored(before, input)).toEqual(after);
  });

  it.each<[StoredFile, StoredInput]>([
    // What the sink has lost is not saved.
    [initialStored, { type: 'saving', closing: plain }],
    [initialStored, { type: 'saved' }],
    [initialStored, { type: 'kept' }],
    [open, { type: 'saved' }],
    [saving, { type: 'opened', key: 'b' }],
    [unsaved, { type: 'opened', key: 'b' }],
    [saving, { type: 'saving', closing: verified }],
    [saved, { type: 'opened', key: 'b' }],
    [saved, { type: 'saving', closing: plain }],
    [saved, { type: 'kept' }],
    [saved, { type: 'closed' }],
  ])('stays %j with %j', (before, input) => {
    expect(nextStored(before, input)).toBe(before);
  });
});
