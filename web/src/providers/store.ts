import { localStorageStore, type Store } from 'react-admin';

const themeKey = 'theme';

/** Preferences and saved filters. Signing out empties it, save the theme: that belongs to the browser, not the person. */
export function createStore(inner: Store = localStorageStore()): Store {
  return {
    ...inner,
    reset: () => {
      const theme: unknown = inner.getItem(themeKey);
      inner.reset();
      if (theme !== undefined) inner.setItem(themeKey, theme);
    },
  };
}
