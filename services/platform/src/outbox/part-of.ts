/** A field of a value that may be no object at all: what is asked of the store is looked at before it is known to be well made. */
export const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
