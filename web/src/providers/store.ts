import { localStorageStore, memoryStore, type Store } from 'react-admin';
import { browserLanguage } from '../i18n/language.js';

/** What belongs to the browser, not the user: its theme, its language, and whether it was asked for notices. */
const ofBrowser = ['theme', 'locale', 'notices.asked'];

/** The selection of a list, and customers lately seen: neither may outlive the page. */
const isPassing = (key: string) => /\.selectedIds(\.storeKeys)?$|^recent\./.test(key);

/**
 * Preferences and saved filters; selections and what was lately opened are kept in memory only. Signing out clears it
 * except what belongs to the browser. Until a language is chosen it is the browser's own.
 */
export function createStore(kept: Store = localStorageStore()): Store {
  const passing = memoryStore();
  const atFirst = memoryStore({ locale: browserLanguage() });
  const of = (key: string) => (isPassing(key) ? passing : kept);
  return {
    ...kept,
    setup: () => {
      kept.setup();
      passing.setup();
    },
    getItem: (key, defaultValue) => of(key).getItem(key, atFirst.getItem(key, defaultValue)),
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
      const stays = ofBrowser.map((key): [string, unknown] => [key, kept.getItem(key)]);
      kept.reset();
      passing.reset();
      for (const [key, value] of stays) if (value !== undefined) kept.setItem(key, value);
    },
  };
}
