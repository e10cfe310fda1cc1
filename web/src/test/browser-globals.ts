import { EventEmitter } from 'node:events';

// jsdom has neither fetch's classes nor the text coders, and its sandbox hides Node's. A constructor of the world
// outside leads to them.
const leadOutside = (EventEmitter.constructor as FunctionConstructor)(
  'return globalThis',
) as () => typeof globalThis;
const outside = leadOutside();
for (const name of [
  'Headers',
  'Response',
  'TextEncoder',
  'TextDecoder',
  'structuredClone',
  'ReadableStream',
] as const) {
  if (!(name in globalThis))
    Object.defineProperty(globalThis, name, { value: outside[name], writable: true, configurable: true });
}

/** Node's, which takes no signal of a window's: it has the one that it was given all the same. */
class WindowRequest extends outside.Request {
  constructor(input: RequestInfo | URL, { signal, ...init }: RequestInit = {}) {
    super(input, init);
    if (signal) Object.defineProperty(this, 'signal', { value: signal });
  }
}
Object.defineProperty(globalThis, 'Request', { value: WindowRequest, writable: true, configurable: true });
Object.defineProperty(globalThis.crypto, 'randomUUID', {
  value: () => outside.crypto.randomUUID(),
  configurable: true,
});

/** Nothing leaves a test: a server is brought by each. */
Object.defineProperty(globalThis, 'fetch', {
  writable: true,
  configurable: true,
  value: () => Promise.reject(new Error('A test reached for the network')),
});

/** The window of a laptop whose system asks for nothing special. */
export const screenWidth = { px: 1280 };
const matches = (query: string) => {
  const bound = (side: 'min' | 'max') => Number(new RegExp(`${side}-width:\\s*([\\d.]+)px`).exec(query)?.[1]);
  const [min, max] = [bound('min'), bound('max')];
  if (Number.isNaN(min) && Number.isNaN(max)) return false;
  return !(screenWidth.px < min) && !(screenWidth.px > max);
};
Object.defineProperty(window, 'matchMedia', {
  writable: true,
  configurable: true,
  value: (query: string): MediaQueryList => ({
    matches: matches(query),
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  }),
});
Object.defineProperty(window, 'scrollTo', { writable: true, configurable: true, value: () => undefined });

/** jsdom lays nothing out: nothing changes its size. */
Object.defineProperty(globalThis, 'ResizeObserver', {
  writable: true,
  configurable: true,
  value: class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  },
});
