import { pino, type DestinationStream, type Logger as PinoLogger, type LoggerOptions } from 'pino';
import { linesToStandardOutput } from './line-packets.js';
import { maskKeys, maskPhones, redact } from './redact.js';
import { currentContext } from './request-context.js';

export type Logger = PinoLogger;
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

/** What the context adds to every line: who, and on behalf of which request or message. */
function contextFields(): object {
  const context = currentContext();
  if (context === undefined) return {};
  return {
    correlationId: context.correlationId,
    causationId: context.causationId,
    actorId: context.actor?.id,
  };
}

let second = Number.NaN;
let untilTheSecond = '';

/** Pino's own instant, `,"time":"2026-01-31T10:15:00.042Z"`; all but the milliseconds is the same a thousand times over. */
function isoTime(): string {
  const now = Date.now();
  const its = Math.floor(now / 1000);
  if (its !== second) {
    second = its;
    untilTheSecond = `,"time":"${new Date(now).toISOString().slice(0, 20)}`;
  }
  return `${untilTheSecond}${String(now % 1000).padStart(3, '0')}Z"`;
}

/**
 * A service's own logger: one JSON object to a line, on standard output unless a stream is given. Every line carries
 * the service's name and the context at hand; secrets and message bodies are taken out wherever they sit, phone
 * numbers cut to their last four digits (style 2.5).
 */
export function createLogger(options: {
  service: string;
  level: LogLevel;
  stream?: DestinationStream;
}): Logger {
  const settings: LoggerOptions = {
    level: options.level,
    base: { service: options.service },
    timestamp: isoTime,
    mixin: contextFields,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: object) => redact(fields),
    },
    // `redact` has made plain objects of errors already; pino's own serializer would take them for errors again.
    serializers: { err: (error: unknown) => error, msg: (text: string) => maskPhones(maskKeys(text)) },
  };
  return pino(settings, options.stream ?? linesToStandardOutput());
}

/** A child logger of one area of a service, `leads:imports`, under the field `area`. */
export function areaLogger(log: Logger, area: string): Logger {
  return log.child({ area });
}

/** A logger that says nothing, for tests that look at something else. */
export const silentLogger: Logger = pino({ level: 'silent' });
