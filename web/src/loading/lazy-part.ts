import { createElement, lazy, useState, type ComponentType } from 'react';
import type { User } from '@crm/contracts/entities/user.js';
import { loadPart } from './load-part.js';

type IsFor = (user: User) => boolean;

/** The parts that are known and not yet asked for, each with whom it is for: a part that is loaded makes those within it known. */
export const partsAhead = new Map<() => Promise<unknown>, IsFor>();

/** A module that is loaded when it is first needed, or ahead of that in idle time; a lost connection only delays it. */
export function laterPart<M>(load: () => Promise<M>, isFor: IsFor = () => true): () => Promise<M> {
  partsAhead.set(load, isFor);
  return () => loadPart(load);
}

/**
 * A component of such a module. Once that is there it is drawn at once: React would show the fallback first, and keep it
 * for 300 ms.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  isFor?: IsFor,
): ComponentType<P> {
  let there: ComponentType<P> | undefined;
  const fetched = laterPart(async () => {
    const part = await load();
    there = part.default;
    return part;
  }, isFor);
  const Awaited = lazy(fetched);
  return function Part(props: P) {
    // What was mounted stays mounted, whichever of the two it was.
    const [Shown] = useState<ComponentType<P>>(() => there ?? Awaited);
    return createElement(Shown, props);
  };
}
