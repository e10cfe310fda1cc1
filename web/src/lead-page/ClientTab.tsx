import Box from '@mui/material/Box';
import type { HealthLead, Lead, LifeLead } from '@crm/contracts/entities/lead.js';
import { useLeadPageMessages } from '../i18n/lead-page.en.js';
import { useReferenceText } from '../reference/useReferenceList.js';
import { LeadAuditSection } from '../audit/LeadAudit.js';
import { ConsentSections } from '../leads/consent/ConsentSections.js';
import { EvidenceSection } from './EvidenceSection.js';
import { healthGroups } from '../leads/lead/health-fields.js';
import type { LineGroup } from '../leads/lead/lead-lines.js';
import { lifeGroups } from '../leads/lead/life-fields.js';
import { LinesSection } from '../controls/LinesSection.js';
import { MainPhone } from './MainPhone.js';

/** What is known of the customer, in groups; as many columns as there is room for (look: Lead page). */
export function ClientTab({ lead }: { lead: Lead }) {
  return lead.type === 'life' ? <LifeFields lead={lead} /> : <HealthFields lead={lead} />;
}

function LifeFields({ lead }: { lead: LifeLead }) {
  const translate = useLeadPageMessages();
  const condition = useReferenceText(lead.source === 'mediaalpha' ? 'mediaalphaMedications' : 'medications');
  const carrier = useReferenceText('carriers');
  return <FieldGroups lead={lead} groups={lifeGroups(lead, translate, { condition, carrier })} />;
}

function HealthFields({ lead }: { lead: HealthLead }) {
  const translate = useLeadPageMessages();
  const condition = useReferenceText('healthMedications');
  const company = useReferenceText('health_current_company');
  return <FieldGroups lead={lead} groups={healthGroups(lead, translate, { condition, company })} />;
}

function FieldGroups({ lead, groups }: { lead: Lead; groups: readonly LineGroup[] }) {
  return (
    <Box sx={{ columnWidth: 300, columnGap: 5, px: 2.5, py: 2 }}>
      {groups.map((group, index) => (
        <LinesSection key={group.title} {...group}>
          {index === 0 && <MainPhone lead={lead} />}
        </LinesSection>
      ))}
      <ConsentSections lead={lead} />
      <EvidenceSection leadId={lead.id} />
      <LeadAuditSection lead={lead} />
    </Box>
  );
}
