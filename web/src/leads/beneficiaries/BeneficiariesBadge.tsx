import type { Lead } from '@crm/contracts/entities/lead.js';
import { CountBadge } from '../lead/CountBadge.js';
import { useBeneficiaries } from './useBeneficiaries.js';

/** How many beneficiaries a lead has. */
export function BeneficiariesBadge({ lead }: { lead: Lead }) {
  const { data } = useBeneficiaries(lead.id);
  return <CountBadge count={data?.length ?? 0} />;
}
