import { createContext, useContext, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useEvent } from 'react-admin';
import { CommandsContext, createCommands } from './commands.js';
import { createRegistry, type Registry } from './registry.js';

export interface Shortcut {
  /** As `KeyboardEvent.key` gives it, `?` or `s`; `Ctrl+K` fires with Ctrl or Command, while typing and in dialogs too. */
  key: string;
  label: string;
  /** Listed under its own heading in the sheet. */
  scope: 'everywhere' | 'page';
}

interface Registered extends Shortcut {
  act: () => void;
}

const RegistryContext = createContext<Registry<Registered> | undefined>(undefined);

function useRegistry(): Registry<Registered> {
  const registry = useContext(RegistryContext);
  if (!registry) throw new Error('Shortcuts need a ShortcutsProvider above them');
  return registry;
}

/** Whether what has the focus takes in what is typed. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select'));

/** How a shortcut names what was pressed; undefined for what is never one. */
function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | undefined {
  if (altKey) return undefined;
  if (!ctrlKey && !metaKey) return key;
  return shiftKey ? undefined : `Ctrl+${key.toUpperCase()}`;
}

export const isDialogOpen = () =>
  document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null;

/** Listens for the keys that are registered at the moment; typing and open dialogs come first. */
export const ShortcutsProvider = ({ children }: { children: ReactNode }) => {
  const registry = useMemo(() => createRegistry<Registered>(), []);
  const commands = useMemo(createCommands, []);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const pressedKey = keyOf(event);
      if (event.defaultPrevented || pressedKey === undefined) return;
      const isChord = pressedKey.startsWith('Ctrl+');
      if (!isChord && (isTyping(event.target) || isDialogOpen())) return;
      // The one registered last is the one on top.
      const shortcut = registry.list().findLast(({ key }) => key === pressedKey);
      if (!shortcut) return;
      event.preventDefault();
      shortcut.act();
    };
    window.addEventListener('keydown', pressed);
    return () => {
      window.removeEventListener('keydown', pressed);
    };
  }, [registry]);
  return (
    <RegistryContext.Provider value={registry}>
      <CommandsContext.Provider value={commands}>{children}</CommandsContext.Provider>
    </RegistryContext.Provider>
  );
};

/** Registers a key while the component is there and it is not off; the `?` sheet lists it. */
export function useShortcut(
  { key, label, scope, isOff = false }: Shortcut & { isOff?: boolean },
  act: () => void,
): void {
  const registry = useRegistry();
  const latest = useEvent(act);
  useEffect(
    () => (isOff ? undefined : registry.add({ key, label, scope, act: latest })),
    [registry, key, label, scope, isOff, latest],
  );
}

/** The keys that work at the moment. */
export function useShortcuts(): readonly Shortcut[] {
  const { subscribe, list } = useRegistry();
  return useSyncExternalStore(subscribe, list);
}
