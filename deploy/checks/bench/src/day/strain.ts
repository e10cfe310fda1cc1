import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

/** Memory of a process, and its CPU time so far. */
export interface Strain {
  megabytes: number;
  seconds: number;
}

const clockTime = /^(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+)(?:\.\d+)?$/;
const row = z.tuple([z.coerce.number(), z.coerce.number(), z.string()]);

/** Parses the time format of `ps`: [[days-]hours:]minutes:seconds. */
export function secondsOf(time: string): number {
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = clockTime.exec(time) ?? [];
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
}

/** Resources of each process by name. */
export async function strainOf(pids: ReadonlyMap<string, number>): Promise<Map<string, Strain>> {
  const { stdout } = await run('ps', ['-o', 'pid=,rss=,time=', '-p', [...pids.values()].join(',')]);
  const byPid = new Map(
    stdout
      .trim()
      .split('\n')
      .map((line) => row.parse(line.trim().split(/\s+/)))
      .map(([pid, kilobytes, time]) => [
        pid,
        { megabytes: (kilobytes * 1_024) / 1e6, seconds: secondsOf(time) },
      ]),
  );
  return new Map(
    [...pids].flatMap(([name, pid]): [string, Strain][] => {
      const its = byPid.get(pid);
      return its === undefined ? [] : [[name, its]];
    }),
  );
}
