import {
  createContext,
  createElement,
  lazy,
  memo,
  useContext,
  useMemo,
  useState,
  type ComponentType,
} from 'react';
import type { User } from '@crm/contracts/entities/user.js';
import { loadPart } from './load-part.js';

type IsFor = (user: User) => boolean;

/** The parts that are known and not yet asked for, each with whom it is for: a part that is loaded makes those within it known. */
export const partsAhead = new Map<() => Promise<unknown>, IsFor>();

/** Whether what is within is drawn before anybody opened it. */
export const DrawnAhead = createContext(false);

/** A module that is loaded when it is first needed, or ahead of that in idle time; a lost connection only delays it. */
export function laterPart<M>(load: () => Promise<M>, isFor: IsFor = () => true): () => Promise<M> {
  partsAhead.set(load, isFor);
  return () => loadPart(load);
}

/**
 * A component of such a module, drawn again where its properties change. Once that is there it is drawn at once: React
 * would show the fallback first, and keep it for 300 ms.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  isFor?: IsFor,
): ComponentType<P> {
  let there: ComponentType<P> | undefined;
  const fetched = async () => {
    const part = await load();
    there = part.default;
    return part;
  };
  const Awaited = lazy(laterPart(fetched, isFor));
  const Ahead = lazy(() => loadPart(fetched, { isAhead: true }));
  return memo(function Part(props: P) {
    const isAhead = useContext(DrawnAhead);
    // What was mounted stays mounted, whichever of them it was.
    const [Shown] = useState<ComponentType<P>>(() => there ?? (isAhead ? Ahead : Awaited));
    // Whether it is drawn ahead is nothing to what was drawn.
    return useMemo(() => createElement(Shown, props), [Shown, props]);
  });
}
