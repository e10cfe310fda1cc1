import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from './data-folder.js';

/** The demo state of a data folder. */
export interface DemoMark {
  /** From now on it may contain accounts with a public password. */
  begin(): void;
  /** Whether seeding completed: data that somebody deleted must not come back at the next start. */
  readonly isWhole: boolean;
  finish(): void;
}

/** Throws CannotStart if the system is open to others and the folder contains the demo's accounts. */
export function demoIn(folder: string, { isOpen }: { isOpen: boolean }): DemoMark {
  const [begun, whole] = [join(folder, 'demo-begun'), join(folder, 'demo-seeded')];
  if (isOpen && (existsSync(begun) || existsSync(whole))) {
    throw new CannotStart(
      `The data folder ${folder} contains the demo, whose password is public: set DATA_DIR to another folder.`,
    );
  }
  const write = (file: string) => {
    if (!existsSync(file)) writeFileSync(file, new Date().toISOString());
  };
  return {
    begin: () => {
      write(begun);
    },
    get isWhole() {
      return existsSync(whole);
    },
    finish: () => {
      write(whole);
    },
  };
}
