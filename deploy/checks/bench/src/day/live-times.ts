import type { TypeName } from '@crm/contracts/codes/lead-types.js';

interface Save {
  id: string;
  type: TypeName;
  /** What the lead's version is from this save on. */
  version: number;
  sentAt: number;
  answeredAt: number;
}

interface Heard {
  version: number;
  at: number;
}

/** Tells when windows that look at a list heard of what others saved. All times are in milliseconds of one clock. */
export interface LiveTimes {
  saved(save: Save): void;
  row(window: number, row: { id: string; version: number }, at: number): void;
  /** A list was told to read itself anew instead, as it is where more rows change at once than are told one by one. */
  hint(window: number, type: TypeName, at: number): void;
  /** How long each save took until the last of the windows knew; and the saves of which one never heard. */
  outcome(windows: number): { took: number[]; unheard: number };
}

export function liveTimes(): LiveTimes {
  const saves: Save[] = [];
  const rows = new Map<string, Heard[]>();
  const hints = new Map<string, number[]>();
  const key = (window: number, what: string) => `${String(window)} ${what}`;
  const keep = <T>(map: Map<string, T[]>, name: string, value: T) => {
    const kept = map.get(name);
    if (kept) kept.push(value);
    else map.set(name, [value]);
  };

  /** The moment when a window knew of a save: Infinity where it never did. */
  function knewAt(window: number, { id, type, version, answeredAt }: Save): number {
    const reported = rows.get(key(window, id))?.find((heard) => heard.version >= version)?.at ?? Infinity;
    // What is read anew after the answer has the save in it.
    const hinted = hints.get(key(window, type))?.find((at) => at >= answeredAt) ?? Infinity;
    return Math.min(reported, hinted);
  }

  return {
    saved: (save) => {
      saves.push(save);
    },
    row: (window, { id, version }, at) => {
      keep(rows, key(window, id), { version, at });
    },
    hint: (window, type, at) => {
      keep(hints, key(window, type), at);
    },
    outcome: (windows) => {
      const ends = saves.map((save) =>
        Math.max(
          ...Array.from({ length: windows }, (_, window) => knewAt(window, save)).map(
            (at) => at - save.sentAt,
          ),
        ),
      );
      const took = ends.filter((ms) => ms !== Infinity);
      return { took, unheard: ends.length - took.length };
    },
  };
}
