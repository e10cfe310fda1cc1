import Box from '@mui/material/Box';
import { useParams } from 'react-router-dom';
import { leadRow, type Lead } from '@crm/contracts/entities/lead.js';
import { id as leadId } from '@crm/contracts/ids.js';
import { LeadAuditSection } from '../audit/LeadAudit.js';
import { PageCard } from '../controls/PageCard.js';
import { PageHead } from '../controls/PageHead.js';
import { statusOf } from '../http/http-client.js';
import { EvidenceSection } from '../lead-page/EvidenceSection.js';
import { LeadFailed, LeadGone } from '../lead-page/LeadNotice.js';
import { LeadSkeleton } from '../lead-page/LeadSkeleton.js';
import { ConsentSections } from '../leads/consent/ConsentSections.js';
import { useLead } from '../leads/lead/lead-query.js';
import { PermissionsOf } from '../leads/permission/RowPermissions.js';
import { healthColumns, lifeColumns } from '../leads/table/lead-columns.js';
import { LeadSummary } from '../peek/LeadSummary.js';
import { TimelineEntries } from '../timeline/TimelineEntries.js';

/** A lead for those who read it and work none: nobody is kept from it, and nothing of it can be changed but its consents. */
export default function LeadRecordPage() {
  const parsed = leadId.safeParse(useParams()['id']);
  return parsed.success ? <ReadLead key={parsed.data} id={parsed.data} /> : <LeadGone />;
}

function ReadLead({ id }: { id: string }) {
  const { data: lead, error, refetch } = useLead(id);
  if (error && statusOf(error) === 404) return <LeadGone id={id} />;
  if (lead) return <LeadRecord lead={lead} />;
  return error ? <LeadFailed onRetry={refetch} /> : <LeadSkeleton />;
}

function LeadRecord({ lead }: { lead: Lead }) {
  const row = leadRow.parse(lead);
  return (
    <PermissionsOf rows={[row]}>
      <PageHead title={lead.fullname} />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '380px minmax(0, 1fr)' },
          gap: 1.5,
          flex: 1,
          minHeight: 0,
        }}
      >
        <PageCard sx={{ p: 2, overflow: 'auto' }}>
          <LeadSummary lead={row} columns={lead.type_id === 4 ? healthColumns : lifeColumns} isBrief />
          <ConsentSections lead={lead} />
          <EvidenceSection leadId={lead.id} />
          <LeadAuditSection lead={lead} />
        </PageCard>
        <PageCard sx={{ display: 'flex', flexDirection: 'column', minHeight: 320 }}>
          <TimelineEntries lead={lead} />
        </PageCard>
      </Box>
    </PermissionsOf>
  );
}
