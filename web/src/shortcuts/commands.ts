import { createContext, useContext, useEffect, useSyncExternalStore, type ComponentType } from 'react';
import { createRegistry, type Registry } from './registry.js';

/** One of several that a command asks for. */
export interface CommandChoice {
  id: string;
  label: string;
  /** Beside it, and found by too, such as an e-mail address. */
  note?: string;
  run: () => void;
}

/** A second step: what is chosen before the command runs. */
export interface CommandStep {
  /** A hook, called while the step is shown: choices are absent while they are being read. */
  useChoices: () => { choices: readonly CommandChoice[] | undefined; isError: boolean };
}

/** What can be done on the page, as the page's own buttons do it. */
export interface Command {
  id: string;
  label: string;
  Icon: ComponentType<{ fontSize?: 'small' }>;
  /** Why it cannot be done now. */
  reason?: string | undefined;
  /** Shown only when it is typed for: one of many that would hide the others. */
  isSearchedOnly?: boolean;
  act: (() => void) | CommandStep;
}

/** The commands for one thing: the lead that is open, or the leads that are checked. */
export interface CommandGroup {
  title: string;
  commands: readonly Command[];
  /** Sends one of the user's SMS templates, by its id; absent where none can be sent. */
  onText?: (templateId: string) => void;
}

export const createCommands = () => createRegistry<CommandGroup>();
export const CommandsContext = createContext<Registry<CommandGroup> | undefined>(undefined);

function useRegistry(): Registry<CommandGroup> {
  const registry = useContext(CommandsContext);
  if (!registry) throw new Error('Commands need a ShortcutsProvider above them');
  return registry;
}

/** Offers commands in the overlay while the component is there; undefined offers none. */
export function useCommands(group: CommandGroup | undefined): void {
  const registry = useRegistry();
  // Anew with each draw, so that an open overlay has them as they are: nobody else listens.
  useEffect(() => group && registry.add(group), [registry, group]);
}

/** What can be done at the moment. */
export function useCommandGroups(): readonly CommandGroup[] {
  const { subscribe, list } = useRegistry();
  return useSyncExternalStore(subscribe, list);
}
