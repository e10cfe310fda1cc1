import { z } from 'zod';
import { createLogger, type Logger, type LogLevel } from '../log/logger.js';

const line = z.looseObject({ level: z.string(), msg: z.string().optional() });
export type LogLine = z.infer<typeof line>;

export interface LogLines {
  log: Logger;
  /** Everything logged so far, parsed. */
  all: () => readonly LogLine[];
  /** Everything logged so far as text, to look for what must not be in it. */
  text: () => string;
  /** The first line with this message, now or as soon as it is written. */
  waitFor: (msg: string) => Promise<LogLine>;
}

/** A logger that keeps its lines for a test to read. */
export function logLines(service = 'test', level: LogLevel = 'debug'): LogLines {
  const written: string[] = [];
  const waiting: { msg: string; resolve: (found: LogLine) => void }[] = [];
  const parse = (text: string) => line.parse(JSON.parse(text));
  const stream = {
    write: (text: string) => {
      written.push(text);
      const parsed = parse(text);
      for (const { msg, resolve } of waiting) if (parsed.msg === msg) resolve(parsed);
    },
  };
  return {
    log: createLogger({ service, level, stream }),
    all: () => written.map(parse),
    text: () => written.join(''),
    waitFor: (msg) => {
      const found = written.map(parse).find((each) => each.msg === msg);
      if (found !== undefined) return Promise.resolve(found);
      return new Promise((resolve) => waiting.push({ msg, resolve }));
    },
  };
}
