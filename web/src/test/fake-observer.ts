import { act } from '@testing-library/react';

/** jsdom lays nothing out: what is in view is said by the test. */
export function fakeObserver() {
  const watched = new Map<Element, IntersectionObserverCallback>();
  Object.defineProperty(window, 'IntersectionObserver', {
    configurable: true,
    writable: true,
    value: class {
      private readonly own = new Set<Element>();
      constructor(private readonly notify: IntersectionObserverCallback) {}
      observe(element: Element) {
        this.own.add(element);
        watched.set(element, this.notify);
      }
      disconnect() {
        for (const element of this.own) watched.delete(element);
      }
    },
  });
  return {
    /** Everything that is watched inside an element is scrolled into view. */
    show: (within: Element) =>
      act(async () => {
        for (const [element, notify] of [...watched]) {
          if (!within.contains(element)) continue;
          const entry = { isIntersecting: true, target: element } as unknown as IntersectionObserverEntry;
          notify([entry], undefined as unknown as IntersectionObserver);
        }
      }),
  };
}
