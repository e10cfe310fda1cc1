import type { HealthLead, Lead, LifeLead } from '@crm/contracts/entities/lead.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { FactForm, UndoFact } from '../leads/form/FactForm.js';
import { useHealthForm } from '../leads/health-form/useHealthForm.js';
import { sourceOf, useLifeForm } from '../leads/life-form/useLifeForm.js';

/** A fact that is being changed, or was changed just now. */
export interface EditedFact {
  label: string;
  keys: readonly string[];
  /** Where it is read. */
  anchor: HTMLElement;
  /** The lead before the change; absent while it is being typed. */
  before?: Lead;
}

interface Props<L extends Lead> {
  lead: L;
  fact: EditedFact;
  onSaved: (lead: Lead, outcome: Outcome) => void;
  onClose: () => void;
}

/** Changes a fact in its place, or takes the change back. */
export default function FactEditor({ lead, ...props }: Props<Lead>) {
  return lead.type === 'life' ? <LifeFact lead={lead} {...props} /> : <HealthFact lead={lead} {...props} />;
}

function LifeFact({ lead, fact: { before, ...fact }, ...props }: Props<LifeLead>) {
  const parts = useLifeForm(sourceOf(lead), lead);
  if (before === undefined) return <FactForm {...parts} lead={lead} {...fact} {...props} />;
  return before.type === 'life' ? (
    <UndoFact {...parts} lead={lead} before={before} {...fact} {...props} />
  ) : null;
}

function HealthFact({ lead, fact: { before, ...fact }, ...props }: Props<HealthLead>) {
  const parts = useHealthForm(lead);
  if (before === undefined) return <FactForm {...parts} lead={lead} {...fact} {...props} />;
  return before.type === 'health' ? (
    <UndoFact {...parts} lead={lead} before={before} {...fact} {...props} />
  ) : null;
}
