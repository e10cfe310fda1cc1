export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
}

export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return {
    promise,
    resolve: (value) => {
      resolve(value);
    },
  };
}

/** Resolves when the signal aborts. */
export const aborted = (signal: AbortSignal) =>
  new Promise<'aborted'>((resolve) => {
    const done = () => {
      resolve('aborted');
    };
    if (signal.aborted) done();
    else signal.addEventListener('abort', done, { once: true });
  });
