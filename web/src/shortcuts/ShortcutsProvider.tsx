import { createContext, useContext, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useEvent } from 'react-admin';

export interface Shortcut {
  /** As `KeyboardEvent.key` gives it, `?` or `s`; with Ctrl or Command none of them fires. */
  key: string;
  label: string;
  /** Listed under its own heading in the sheet. */
  scope: 'everywhere' | 'page';
}

interface Registered extends Shortcut {
  act: () => void;
}

interface Registry {
  add(shortcut: Registered): () => void;
  list: () => readonly Registered[];
  subscribe: (listener: () => void) => () => void;
}

function createRegistry(): Registry {
  let entries: readonly Registered[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly Registered[]) => {
    entries = next;
    for (const listener of listeners) listener();
  };
  return {
    add: (shortcut) => {
      set([...entries, shortcut]);
      return () => {
        set(entries.filter((entry) => entry !== shortcut));
      };
    },
    list: () => entries,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const RegistryContext = createContext<Registry | undefined>(undefined);

function useRegistry(): Registry {
  const registry = useContext(RegistryContext);
  if (!registry) throw new Error('Shortcuts need a ShortcutsProvider above them');
  return registry;
}

/** Whether what has the focus takes in what is typed. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select'));

export const isDialogOpen = () =>
  document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null;

/** Listens for the keys that are registered at the moment; typing and open dialogs come first. */
export const ShortcutsProvider = ({ children }: { children: ReactNode }) => {
  const registry = useMemo(createRegistry, []);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || isDialogOpen()) return;
      // The one registered last is the one on top.
      const shortcut = registry.list().findLast(({ key }) => key === event.key);
      if (!shortcut) return;
      event.preventDefault();
      shortcut.act();
    };
    window.addEventListener('keydown', pressed);
    return () => {
      window.removeEventListener('keydown', pressed);
    };
  }, [registry]);
  return <RegistryContext.Provider value={registry}>{children}</RegistryContext.Provider>;
};

/** Registers a key while the component is there; the `?` sheet lists it. */
export function useShortcut({ key, label, scope }: Shortcut, act: () => void): void {
  const registry = useRegistry();
  const latest = useEvent(act);
  useEffect(() => registry.add({ key, label, scope, act: latest }), [registry, key, label, scope, latest]);
}

/** The keys that work at the moment. */
export function useShortcuts(): readonly Shortcut[] {
  const { subscribe, list } = useRegistry();
  return useSyncExternalStore(subscribe, list);
}
