import { Suspense, useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { Outcome } from '@crm/contracts/errors.js';
import type { KeptLists } from '../../fields/inputs-context.js';
import { lazyPart } from '../../loading/lazy-part.js';
import type { FormKind } from './form-kind.js';
import { shownConflicts, type OwnTexts } from './shown-conflicts.js';
import { useLeadForm } from './useLeadForm.js';
import { useFormSelector } from './useFormSelector.js';
import { useSaveLead } from './useSaveLead.js';

const ConflictDialog = lazyPart(() => import('../../conflict/ConflictDialog.js'));

/** What a form of a lead is made of, whatever shows it. */
export interface EditedLead<F extends FieldValues, L extends Lead> {
  kind: FormKind<F, L>;
  lead: L | undefined;
  lists: KeptLists;
  /** How values read in a conflict that their kind cannot read alone. */
  texts: OwnTexts;
  /** Told the saved lead, and the answer to show. */
  onSaved: (lead: Lead, outcome: Outcome) => void;
}

/**
 * The form of a lead with its way to be saved: what others save meanwhile is taken in while nothing was typed, and brought
 * together with what was; where both changed the same, `conflictDialog` asks.
 */
export function useEditedLead<F extends FieldValues, L extends Lead>(props: EditedLead<F, L>) {
  const { kind, lead, lists, texts, onSaved } = props;
  // What the form was loaded from: a save by somebody else moves it on, a live event only while nothing was typed.
  const [base, setBase] = useState(lead);
  const form = useLeadForm(kind, base, lists);
  const { methods, isDirty, load } = form;
  const isStale = lead !== undefined && base !== undefined && lead.version > base.version;

  const { isBehind } = useFormSelector(methods, () => ({ isBehind: isStale && isDirty() }));

  useEffect(() => {
    if (lead && isStale && !isBehind) {
      setBase(lead);
      load(lead);
    }
  }, [lead, isStale, isBehind, load]);

  const { save, isSaving, conflict, decide, putOff } = useSaveLead({
    kind,
    base,
    onSaved,
    onRebase: (theirs, merged) => {
      setBase(theirs);
      form.load(theirs);
      form.type(merged);
    },
    onRefused: form.refuse,
  });
  const conflictDialog = (
    <Suspense fallback={null}>
      {conflict && (
        <ConflictDialog
          conflicts={shownConflicts(
            kind,
            conflict.merged.conflicts,
            { mine: conflict.merged.form, theirs: kind.load(conflict.theirs) },
            texts,
          )}
          changedBy={conflict.changedBy}
          onDecide={decide}
          onClose={putOff}
        />
      )}
    </Suspense>
  );
  return { form, base, isBehind, save, isSaving, conflictDialog };
}
