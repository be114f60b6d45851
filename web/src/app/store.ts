import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { baseApi } from '../lib/http/base-api.js';
import { transfersSlice } from '../features/dashboard/sending/transfers-slice.js';

/** A fresh store; one per signed-in user, so that nothing of one account is seen by the next. */
export const createStore = () => {
  const store = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      [transfersSlice.reducerPath]: transfersSlice.reducer,
    },
    middleware: (defaults) =>
      // Development's own checks are slow on ten thousand audit rows; no need to say so each time.
      defaults({
        immutableCheck: { warnAfter: 1000 },
        serializableCheck: { warnAfter: 1000 },
      }).concat(baseApi.middleware),
  });
  setupListeners(store.dispatch);
  return store;
};

export type AppStore = ReturnType<typeof createStore>;
