import { useMemo } from 'react';
import type { LifeLead } from '@crm/contracts/entities/lead.js';
import { useReferenceList } from '../../reference/useReferenceList.js';
import { lifeLists } from '../form/kept-lists.js';
import { codesIn } from '../form/shown-conflicts.js';
import { lifeKind } from './life-kind.js';

type Source = Parameters<typeof lifeKind>[1];

/** By which lists a life lead is filled in: the marketplace has its own. */
export const sourceOf = (lead: Pick<LifeLead, 'source'> | undefined): Source =>
  lead?.source === 'mediaalpha' ? 'mediaalpha' : 'manual';

/** What a form of a life lead is made of. */
export function useLifeForm(source: Source, lead: LifeLead | undefined) {
  const kind = useMemo(() => lifeKind('dialog', source), [source]);
  const medications = useReferenceList(lifeLists(source === 'mediaalpha').medications, lead?.medications);
  // What offers one is drawn again with another.
  const lists = useMemo(() => ({ medications }), [medications]);
  return { kind, lists, texts: { medications: codesIn(medications) } };
}
