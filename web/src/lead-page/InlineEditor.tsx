import type { HealthLead, Lead, LifeLead } from '@crm/contracts/entities/lead.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { InlineForm, UndoChange } from '../leads/form/InlineForm.js';
import { useHealthForm } from '../leads/health-form/useHealthForm.js';
import { sourceOf, useLifeForm } from '../leads/life-form/useLifeForm.js';

/** A detail that is being changed, or was changed just now. */
export interface EditedDetail {
  label: string;
  keys: readonly string[];
  /** Where it is read. */
  anchor: HTMLElement;
  /** The lead before the change; absent while it is being typed. */
  before?: Lead;
}

interface Props<L extends Lead> {
  lead: L;
  detail: EditedDetail;
  onSaved: (lead: Lead, outcome: Outcome) => void;
  onClose: () => void;
}

/** Changes a detail in its place, or takes the change back. */
export default function InlineEditor({ lead, ...props }: Props<Lead>) {
  return lead.type === 'life' ? (
    <LifeDetail lead={lead} {...props} />
  ) : (
    <HealthDetail lead={lead} {...props} />
  );
}

function LifeDetail({ lead, detail: { before, ...detail }, ...props }: Props<LifeLead>) {
  const parts = useLifeForm(sourceOf(lead), lead);
  if (before === undefined) return <InlineForm {...parts} lead={lead} {...detail} {...props} />;
  return before.type === 'life' ? (
    <UndoChange {...parts} lead={lead} before={before} {...detail} {...props} />
  ) : null;
}

function HealthDetail({ lead, detail: { before, ...detail }, ...props }: Props<HealthLead>) {
  const parts = useHealthForm(lead);
  if (before === undefined) return <InlineForm {...parts} lead={lead} {...detail} {...props} />;
  return before.type === 'health' ? (
    <UndoChange {...parts} lead={lead} before={before} {...detail} {...props} />
  ) : null;
}
