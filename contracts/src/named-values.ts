/** Values by name, as an object of JSON has them. */
export type NamedValues = Readonly<Record<string, unknown>>;

/** Whether a value is an object of JSON: neither null, nor a list, nor a single value. Never throws. */
export const isNamedValues = (value: unknown): value is NamedValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
