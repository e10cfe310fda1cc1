import type { TypeName } from '@crm/contracts/codes/lead-types.js';

interface Save {
  id: string;
  type: TypeName;
  /** The lead's version after this save. */
  version: number;
  sentAt: number;
  answeredAt: number;
}

interface Heard {
  version: number;
  at: number;
}

/** Tracks when windows with a list receive other users' saves. All times are in milliseconds of one clock. */
export interface LiveTimes {
  saved(save: Save): void;
  row(window: number, row: { id: string; version: number }, at: number): void;
  /** A list was told to refetch instead, as when many rows change at once. */
  hint(window: number, type: TypeName, at: number): void;
  /** How long each save took to reach the last window; and the saves that never reached one. */
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

  /** When a window received a save: Infinity if never. */
  function knewAt(window: number, { id, type, version, answeredAt }: Save): number {
    const reported = rows.get(key(window, id))?.find((heard) => heard.version >= version)?.at ?? Infinity;
    // Data refetched after the response includes the save.
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
