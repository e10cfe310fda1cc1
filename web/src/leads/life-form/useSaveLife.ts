import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeLeadInput, createLeadInput } from '@crm/contracts/entities/lead-input.js';
import type { Lead, LifeLead } from '@crm/contracts/entities/lead.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { lifeFormErrors } from '@crm/contracts/leads/life-form-errors.rules.js';
import { formatLifeLeadChange, formatNewLifeLead } from '@crm/contracts/leads/life-form-wire.rules.js';
import type { LifeForm } from '@crm/contracts/leads/life-form.rules.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { useShowAnswer, useShowRefusal } from '../../notifications/useShowAnswer.js';
import { refusalOf, statusOf } from '../../providers/http-client.js';
import { useVerbs } from '../../providers/useVerb.js';
import { useConnectionState } from '../../realtime/useConnectionState.js';
import { useSendLive } from '../../realtime/useSendLive.js';
import { useWords } from '../../i18n/useWords.js';
import { keepLead, leadDeedKey } from '../lead-page/lead-query.js';
import {
  changesAnything,
  decideConflicts,
  mergeLifeForm,
  type LifeFormField,
  type Merged,
  type Side,
} from './three-way.rules.js';

/** What somebody else saved meanwhile, and what the form would hold on top of it. */
export interface OpenConflict {
  merged: Merged;
  theirs: LifeLead;
  changedBy: string | null;
}

interface Options {
  /** The lead that is edited; without one a new lead is made. */
  base: LifeLead | undefined;
  /** Where a new lead is from: the marketplace's form says so, all else is manual. */
  source: 'manual' | 'mediaalpha';
  /** Told the saved lead, and the answer to show. */
  onSaved: (lead: Lead, outcome: Outcome) => void;
  /** The form goes on from another state of the lead: what they saved, with what was typed on top. */
  onRebase: (theirs: LifeLead, form: LifeForm) => void;
  /** Takes field errors; answers whether it has a field for any. */
  onRefused: (errors: Readonly<Record<string, string>>) => boolean;
}

/** Nobody else saves as often as this within one save. */
const mostRounds = 5;

/** Saves the life form through the live connection (lead-work section 7), bringing it together with others' saves. */
export function useSaveLife({ base, source, onSaved, onRebase, onRefused }: Options) {
  const sendLive = useSendLive();
  const verbs = useVerbs();
  const client = useQueryClient();
  const words = useWords();
  const showAnswer = useShowAnswer();
  const showRefusal = useShowRefusal();
  const connection = useConnectionState();
  const [conflict, setConflict] = useState<OpenConflict>();

  const take = (lead: Lead, outcome: Outcome) => {
    keepLead(client, lead);
    onSaved(lead, outcome);
  };

  const create = async (form: LifeForm) => {
    const lead = createLeadInput.parse(formatNewLifeLead(form, source));
    const answer = await sendLive('processLead', { lead });
    void client.invalidateQueries({ queryKey: ['leads', 'getList'] });
    take(answer.lead, answer);
  };

  const update = async (form: LifeForm, from: LifeLead, round = 1): Promise<void> => {
    if (!changesAnything(form, from)) {
      take(from, { status: 'info', message: words('crm.lifeForm.nothingToSave') });
      return;
    }
    try {
      const lead = changeLeadInput.parse(formatLifeLeadChange(form, from));
      const answer = await sendLive('processLead', { id: from.id, lead });
      take(answer.lead, answer);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal?.code !== 'conflict' || round === mostRounds) throw error;
      const theirs = await verbs.readLead({ params: { id: from.id } });
      if (theirs.type !== 'life') throw error;
      const merged = mergeLifeForm(from, form, theirs);
      if (merged.conflicts.length > 0) {
        setConflict({ merged, theirs, changedBy: refusal.conflict?.changed_by ?? null });
        return;
      }
      await goOn(merged.form, theirs, round + 1);
    }
  };

  /** The form on top of what they saved: saved at once if the rules let it, shown for mending if not. */
  const goOn = async (form: LifeForm, theirs: LifeLead, round: number) => {
    onRebase(theirs, form);
    keepLead(client, theirs);
    const isFine = Object.keys(lifeFormErrors(form, 'dialog', pacificDate(new Date()))).length === 0;
    if (isFine) await update(form, theirs, round);
  };

  const saving = useMutation({
    mutationKey: base ? leadDeedKey(base.id) : ['leads', 'create'],
    mutationFn: (work: () => Promise<void>) => work(),
    onError: (error) => {
      const refusal = refusalOf(error);
      const isSilent = statusOf(error) === 0;
      if (refusal?.errors) onRefused(refusal.errors);
      // Whether it was saved is not known: a change is told apart by its version, a new lead by looking.
      if (isSilent && !base) showAnswer({ status: 'error', message: words('crm.lifeForm.noAnswer') });
      else showRefusal(error);
    },
  });

  const attempt = (work: () => Promise<void>) => {
    if (connection !== 'live') {
      showAnswer({ status: 'error', message: words('crm.lifeForm.offline') });
      return;
    }
    saving.mutate(work);
  };

  return {
    isSaving: saving.isPending,
    conflict,
    save: (form: LifeForm) => {
      attempt(() => (base ? update(form, base) : create(form)));
    },
    decide: (choices: Partial<Record<LifeFormField, Side>>) => {
      if (!conflict) return;
      const { merged, theirs } = conflict;
      setConflict(undefined);
      attempt(() => goOn(decideConflicts(merged, theirs, choices), theirs, 1));
    },
    putOff: () => {
      setConflict(undefined);
    },
  };
}
