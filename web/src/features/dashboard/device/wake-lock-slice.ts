import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The user's choice, which outlives the dashboard. Off in a new document and for the next user. */
export const wakeLockSlice = createSlice({
  name: 'wakeLock',
  initialState: { isOn: false },
  reducers: {
    wakeLockSwitched: (state, { payload }: PayloadAction<boolean>) => {
      state.isOn = payload;
    },
  },
  selectors: { selectIsWakeLockOn: ({ isOn }) => isOn },
});

export const { wakeLockSwitched } = wakeLockSlice.actions;
export const { selectIsWakeLockOn } = wakeLockSlice.selectors;
