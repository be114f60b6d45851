import {
  isSelectDisabled,
  nextUploadForm,
  type UploadForm,
  type UploadFormEvent,
} from './upload-form.state.js';

const idle: UploadForm = { kind: 'idle' };
const creating: UploadForm = { kind: 'creating', done: 0, total: 2 };
const created: UploadForm = { kind: 'created' };
const error: UploadForm = { kind: 'error', message: 'no' };
const limited: UploadForm = { kind: 'limit_reached' };

describe('the upload form', () => {
  const table: [UploadForm, UploadFormEvent, UploadForm, string][] = [
    [idle, { type: 'create', total: 2 }, creating, '[4.1]'],
    [creating, { type: 'progressed' }, { ...creating, done: 1 }, ''],
    [creating, { type: 'created' }, created, '[4.2]'],
    [creating, { type: 'failed', message: 'no' }, error, '[4.5]'],
    [creating, { type: 'limit-reached' }, limited, '[4.7]'],
    [created, { type: 'reset' }, idle, ''],
    [error, { type: 'reset' }, idle, '[4.9]'],
    [limited, { type: 'reset' }, idle, '[4.10]'],
    // Late and repeated events are ignored.
    [creating, { type: 'create', total: 1 }, creating, ''],
    [created, { type: 'progressed' }, created, ''],
    [creating, { type: 'reset' }, creating, ''],
    [idle, { type: 'created' }, idle, ''],
    [idle, { type: 'failed', message: 'no' }, idle, ''],
    [idle, { type: 'reset' }, idle, ''],
    [created, { type: 'limit-reached' }, created, ''],
    [created, { type: 'failed', message: 'no' }, created, ''],
    [error, { type: 'created' }, error, ''],
  ];
  it.each(table)('%j on %j becomes %j %s', (form, event, expected) => {
    expect(nextUploadForm(form, event)).toEqual(expected);
  });

  it.each<[UploadForm, boolean, string]>([
    [creating, true, '[4.11]'],
    [created, true, '[4.12]'],
    [idle, false, '[4.11, 4.12]'],
    [error, false, ''],
    [limited, false, ''],
  ])('%j disables Select File: %p %s', (form, expected) => {
    expect(isSelectDisabled(form)).toBe(expected);
  });
});
