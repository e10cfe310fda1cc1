import type { z } from 'zod';

/** A start-up that cannot go on: `message` lists every setting that is missing or wrong, one to a line. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(['Invalid configuration:', ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads a service's settings from an environment by its schema; an empty value counts as not set, as compose files
 * write it. Answers the typed settings or throws a ConfigError that names every problem at once. Values are never
 * repeated in a message: some of them are secrets.
 */
export function loadConfig<S extends z.ZodType>(
  schema: S,
  env: Readonly<Record<string, string | undefined>>,
): z.output<S> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const read = schema.safeParse(given, {
    error: (issue) =>
      issue.code === 'invalid_type' && issue.input === undefined ? 'is required and is not set' : undefined,
  });
  if (read.success) return read.data;
  throw new ConfigError(
    read.error.issues.map(({ path, message }) =>
      path.length === 0 ? message : `${path.join('.')}: ${message}`,
    ),
  );
}
