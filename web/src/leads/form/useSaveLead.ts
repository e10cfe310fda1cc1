import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { restGetLead } from '@crm/contracts/http/leads.js';
import { changeLeadInput, createLeadInput } from '@crm/contracts/entities/lead-input.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { useLeadFormMessages } from '../../i18n/lead-form.en.js';
import { useShowAnswer, useShowRefusal } from '../../notifications/useShowAnswer.js';
import { refusalOf, statusOf } from '../../http/http-client.js';
import { useVerbs } from '../../providers/useVerb.js';
import { useConnectionState } from '../../realtime/useConnectionState.js';
import { useSendLive } from '../../realtime/useSendLive.js';
import { cacheLead, leadActionKey } from '../lead/lead-query.js';
import { groupsOf, type FormKind } from './form-kind.js';
import {
  decideMerged,
  mergeForms,
  type Choices,
  type MergedForms,
} from '../../conflict/merge-forms.rules.js';

/** What somebody else saved meanwhile, and what the form would hold on top of it. */
export interface OpenConflict<F, L> {
  merged: MergedForms<F>;
  theirs: L;
  changedBy: string | null;
}

interface Options<F extends FieldValues, L extends Lead> {
  kind: FormKind<F, L>;
  /** The lead that is edited; without one a new lead is made. */
  base: L | undefined;
  /** Told the saved lead, and the answer to show. */
  onSaved: (lead: Lead, outcome: Outcome) => void;
  /** The form goes on from another state of the lead: what they saved, with what was typed on top. */
  onRebase: (theirs: L, form: F) => void;
  /** Takes field errors. */
  onRefused: (errors: Readonly<Record<string, string>>) => void;
}

/** Nobody else saves as often as this within one save. */
const maxRounds = 5;

/** Saves a lead form through the live connection (rule L23), bringing it together with others' saves. */
export function useSaveLead<F extends FieldValues, L extends Lead>(options: Options<F, L>) {
  const { kind, base, onSaved, onRebase, onRefused } = options;
  const groups = groupsOf<F>(kind);
  const sendLive = useSendLive();
  const verbs = useVerbs();
  const client = useQueryClient();
  const translate = useLeadFormMessages();
  const showAnswer = useShowAnswer();
  const showRefusal = useShowRefusal();
  const connection = useConnectionState();
  const [conflict, setConflict] = useState<OpenConflict<F, L>>();

  const take = (lead: Lead, outcome: Outcome) => {
    cacheLead(client, lead);
    onSaved(lead, outcome);
  };

  const create = async (form: F) => {
    const lead = createLeadInput.parse(kind.formatNew(form));
    const answer = await sendLive('processLead', { lead });
    void client.invalidateQueries({ queryKey: ['leads', 'getList'] });
    take(answer.lead, answer);
  };

  const update = async (form: F, from: L, round = 1): Promise<void> => {
    const change = kind.formatChange(form, from);
    const { type: _type, version: _version, ...fields } = change;
    if (Object.keys(fields).length === 0) {
      take(from, { status: 'info', message: translate('crm.lifeForm.nothingToSave') });
      return;
    }
    try {
      const answer = await sendLive('processLead', { id: from.id, lead: changeLeadInput.parse(change) });
      take(answer.lead, answer);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal?.code !== 'conflict' || round === maxRounds) throw error;
      const theirs = await verbs.call(restGetLead, { params: { id: from.id } });
      if (!kind.isOfKind(theirs)) throw error;
      const sides = { before: kind.load(from), mine: form, now: kind.load(theirs) };
      const merged = mergeForms(sides, groups);
      if (merged.conflicts.length > 0) {
        setConflict({ merged, theirs, changedBy: refusal.conflict?.changed_by ?? null });
        return;
      }
      await goOn(merged.form, theirs, round + 1);
    }
  };

  /** The form on top of what they saved: saved at once if the rules let it, shown for mending if not. */
  const goOn = async (form: F, theirs: L, round: number) => {
    onRebase(theirs, form);
    cacheLead(client, theirs);
    if (Object.keys(kind.errorsOf(form)).length === 0) await update(form, theirs, round);
  };

  const saving = useMutation({
    mutationKey: base ? leadActionKey(base.id) : ['leads', 'create'],
    mutationFn: (work: () => Promise<void>) => work(),
    onError: (error) => {
      const refusal = refusalOf(error);
      if (refusal?.errors) onRefused(refusal.errors);
      // Whether it was saved is not known: a change is told apart by its version, a new lead by looking.
      if (statusOf(error) === 0 && !base) {
        showAnswer({ status: 'error', message: translate('crm.lifeForm.noAnswer') });
      } else showRefusal(error);
    },
  });

  const attempt = (work: () => Promise<void>) => {
    if (connection !== 'live') {
      showAnswer({ status: 'error', message: translate('crm.lifeForm.offline') });
      return;
    }
    saving.mutate(work);
  };

  return {
    isSaving: saving.isPending,
    conflict,
    save: (form: F) => {
      attempt(() => (base ? update(form, base) : create(form)));
    },
    decide: (choices: Choices) => {
      if (!conflict) return;
      const { merged, theirs } = conflict;
      setConflict(undefined);
      attempt(() => goOn(decideMerged(merged, kind.load(theirs), choices, groups), theirs, 1));
    },
    putOff: () => {
      setConflict(undefined);
    },
  };
}
