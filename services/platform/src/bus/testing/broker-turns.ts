import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';

/** Longer than any suite needs the broker on a slow machine; whoever still has it then failed to give it back. */
const longestMs = 300_000;
const lookMs = 50;

/** One who uses the broker of this machine. */
export interface BrokerTurn {
  /** Does something that nobody else at the broker would survive, once nobody else is there; whoever comes meanwhile waits. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  end(): void;
}

export interface BrokerTurns {
  /** Resolves once nobody is alone at the broker. */
  free(): Promise<void>;
  use(): Promise<BrokerTurn>;
}

/** A process that was killed gives nothing back, and another may have its number by now. */
function isRecent(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs < longestMs;
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Which processes use the broker of this machine: a file in `folder` for each use, which counts as long as its process
 * lives, and for five minutes at most. One process does one thing after the other, and is never in its own way. `own`:
 * the number of this one.
 */
export function turnsIn(folder: string, own = process.pid): BrokerTurns {
  mkdirSync(folder, { recursive: true });
  const isOther = (kind: 'use' | 'alone'): boolean =>
    readdirSync(folder).some((name) => {
      const [kindOf, id] = name.split('.');
      return kindOf === kind && Number(id) !== own && isAlive(Number(id)) && isRecent(join(folder, name));
    });
  async function until(isSo: () => boolean): Promise<void> {
    for (const end = performance.now() + longestMs; !isSo() && performance.now() < end;) await pause(lookMs);
  }

  const isFree = () => !isOther('alone');

  return {
    free: () => until(isFree),
    use: async () => {
      const use = uuidv7();
      const file = (kind: 'use' | 'alone') => join(folder, `${kind}.${String(own)}.${use}`);
      const end = () => {
        rmSync(file('use'), { force: true });
      };
      // Said before it is asked for: of two who come at once, one sees the other.
      for (writeFileSync(file('use'), ''); !isFree(); writeFileSync(file('use'), '')) {
        end();
        await until(isFree);
      }
      return {
        alone: async (work) => {
          writeFileSync(file('alone'), '');
          try {
            await until(() => !isOther('use'));
            return await work();
          } finally {
            rmSync(file('alone'), { force: true });
          }
        },
        end,
      };
    },
  };
}

export const brokerTurns = turnsIn(join(tmpdir(), 'crm-broker-turns'));
