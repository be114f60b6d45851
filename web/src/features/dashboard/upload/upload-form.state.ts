/**
 * The upload form:
 *
 *   idle ─ create ─▶ creating ─ created ─▶ created ──────────┐   `progressed` counts the shares made so far
 *    ▲                  ├─ limit-reached ─▶ limit_reached ───┤
 *    │                  └─ failed ─▶ error ──────────────────┤
 *    └───────────────────────── reset ───────────────────────┘
 *
 * Transfers of created shares are shown apart from the form, see sending/transfer-view.ts.
 */
export type UploadForm =
  | { kind: 'idle' }
  /** One share for each of `total` files; `done` of them exist. */
  | { kind: 'creating'; done: number; total: number }
  /** Shown as waiting for the recipient until the form resets. */
  | { kind: 'created' }
  | { kind: 'error'; message: string }
  | { kind: 'limit_reached' };

export type UploadFormEvent =
  | { type: 'create'; total: number }
  /** One of the shares exists, and others follow. */
  | { type: 'progressed' }
  | { type: 'created' }
  | { type: 'limit-reached' }
  | { type: 'failed'; message: string }
  /** 'Try Again', and the form's own reset after a share was created. */
  | { type: 'reset' };

export const idle: UploadForm = { kind: 'idle' };

/** Time until the form resets after a share was created. */
export const formResetDelayMs = 500;

/** The state after an event; events of other states are ignored. */
export const nextUploadForm = (form: UploadForm, event: UploadFormEvent): UploadForm => {
  switch (event.type) {
    case 'create':
      return form.kind === 'idle' ? { kind: 'creating', done: 0, total: event.total } : form;
    case 'progressed':
      return form.kind === 'creating' ? { ...form, done: form.done + 1 } : form;
    case 'created':
      return form.kind === 'creating' ? { kind: 'created' } : form;
    case 'limit-reached':
      return form.kind === 'creating' ? { kind: 'limit_reached' } : form;
    case 'failed':
      return form.kind === 'creating' ? { kind: 'error', message: event.message } : form;
    case 'reset':
      return form.kind === 'creating' ? form : idle;
  }
};

export const isSelectDisabled = ({ kind }: UploadForm): boolean =>
  kind === 'creating' || kind === 'created';
