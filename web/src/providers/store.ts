import { localStorageStore, memoryStore, type Store } from 'react-admin';

const themeKey = 'theme';

/** The selection of a list, and customers lately seen: neither may outlive the page. */
const isPassing = (key: string) => /\.selectedIds(\.storeKeys)?$|^recent\./.test(key);

/**
 * Preferences and saved filters; selections and what was lately opened are kept in memory only. Signing out clears it except the theme, which
 * belongs to the browser, not the user.
 */
export function createStore(kept: Store = localStorageStore()): Store {
  const passing = memoryStore();
  const of = (key: string) => (isPassing(key) ? passing : kept);
  return {
    ...kept,
    setup: () => {
      kept.setup();
      passing.setup();
    },
    getItem: (key, defaultValue) => of(key).getItem(key, defaultValue),
    setItem: (key, value) => {
      of(key).setItem(key, value);
    },
    removeItem: (key) => {
      of(key).removeItem(key);
    },
    removeItems: (prefix) => {
      kept.removeItems(prefix);
      passing.removeItems(prefix);
    },
    subscribe: (key, callback) => of(key).subscribe(key, callback),
    reset: () => {
      const theme: unknown = kept.getItem(themeKey);
      kept.reset();
      passing.reset();
      if (theme !== undefined) kept.setItem(themeKey, theme);
    },
  };
}
