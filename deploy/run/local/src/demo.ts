import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from './data-folder.js';

/** What a data folder says of the demo in it. */
export interface DemoMark {
  /** From now on there may be accounts in it whose password everybody knows. */
  begin(): void;
  /** Whether all of it was made: what somebody deleted from it must not come back with the next start. */
  readonly isWhole: boolean;
  finish(): void;
}

/** Throws CannotStart where others may come in and the folder holds the demo's accounts. */
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
