import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
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

/** A component of such a module. */
export const lazyPart = <P>(
  load: () => Promise<{ default: ComponentType<P> }>,
  isFor?: IsFor,
): LazyExoticComponent<ComponentType<P>> => lazy(laterPart(load, isFor));
