/** The same object, of which one method waits for `before` the first time it is called: the moment between look and write. */
export function beforeCall<T extends object>(target: T, method: keyof T, before: () => Promise<unknown>): T {
  let isFirst = true;
  return new Proxy(target, {
    get(from, name) {
      const value: unknown = Reflect.get(from, name, from);
      if (typeof value !== 'function') return value;
      if (name !== method) return value.bind(from) as unknown;
      return async (...input: unknown[]) => {
        if (isFirst) {
          isFirst = false;
          await before();
        }
        return Reflect.apply(value, from, input) as unknown;
      };
    },
  });
}
