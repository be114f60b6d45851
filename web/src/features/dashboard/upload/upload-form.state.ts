/**
 * The upload form (specification, section 4):
 *
 *   idle ─ create ─▶ creating ─ created ─▶ created ──────────┐
 *    ▲                  ├─ limit-reached ─▶ limit_reached ───┤
 *    │                  └─ failed ─▶ error ──────────────────┤
 *    └───────────────────────── reset ───────────────────────┘
 *
 * The transfer of a created share is shown apart from the form, see sending/transfer-view.ts.
 */
export type UploadForm =
  | { kind: 'idle' }
  | { kind: 'creating' }
  /** Shown as waiting for the recipient until the form resets. */
  | { kind: 'created' }
  | { kind: 'error'; message: string }
  | { kind: 'limit_reached' };

export type UploadFormEvent =
  | { type: 'create' }
  | { type: 'created' }
  | { type: 'limit-reached' }
  | { type: 'failed'; message: string }
  /** 'Try Again', and the form's own reset after a share was created. */
  | { type: 'reset' };

export const idle: UploadForm = { kind: 'idle' };

/** The form of a created share is ready for the next file after this time. */
export const formResetDelayMs = 500;

/** The state after an event; an event that does not belong to the state leaves it unchanged. */
export const nextUploadForm = (form: UploadForm, event: UploadFormEvent): UploadForm => {
  switch (event.type) {
    case 'create':
      return form.kind === 'idle' ? { kind: 'creating' } : form;
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
