import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { wakeLockSlice } from '../features/dashboard/device/wake-lock-slice.js';
import { transfersSlice } from '../features/dashboard/sending/transfers-slice.js';
import { baseApi, type StoreExtra } from '../lib/http/base-api.js';

/** Creates a store. Each signed-in user gets a new one, so that no data leaks between accounts. */
export const createStore = (account: string) => {
  const extraArgument: StoreExtra = { account };
  const store = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      [transfersSlice.reducerPath]: transfersSlice.reducer,
      [wakeLockSlice.reducerPath]: wakeLockSlice.reducer,
    },
    middleware: (defaults) =>
      // These development checks are slow on ten thousand audit rows; do not warn about it.
      defaults({
        thunk: { extraArgument },
        immutableCheck: { warnAfter: 1000 },
        serializableCheck: { warnAfter: 1000 },
      }).concat(baseApi.middleware),
  });
  setupListeners(store.dispatch);
  return store;
};

export type AppStore = ReturnType<typeof createStore>;
