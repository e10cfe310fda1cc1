import { Fragment, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { HealthLead, Lead, LifeLead } from '@crm/contracts/entities/lead.js';
import { useLeadPageMessages } from '../i18n/lead-page.en.js';
import { useReferenceText } from '../reference/useReferenceList.js';
import { healthGroups } from '../leads/lead/health-fields.js';
import type { LineGroup } from '../leads/lead/lead-lines.js';
import { lifeGroups } from '../leads/lead/life-fields.js';
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
        <Group key={group.title} group={group}>
          {index === 0 && <MainPhone lead={lead} />}
        </Group>
      ))}
    </Box>
  );
}

/** An e-mail that does not fit in its line is broken before its server, and only then anywhere. */
function Breakable({ text }: { text: string }) {
  const [name = '', ...server] = text.split(/(?=@)/);
  return (
    <>
      {name}
      {server.length > 0 && <wbr />}
      {server}
    </>
  );
}

function Group({ group: { title, lines }, children }: { group: LineGroup; children: ReactNode }) {
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{ breakInside: 'avoid', pb: 1.5, mb: 1.5, borderBottom: 1, borderColor: 'border.subtle' }}
    >
      <Typography
        variant="caption"
        component="h2"
        sx={{ display: 'block', mb: 0.75, color: 'text.secondary', fontWeight: 600 }}
      >
        {title}
      </Typography>
      {children}
      <Box
        component="dl"
        sx={(theme) => ({
          ...theme.typography.body2,
          display: 'grid',
          gridTemplateColumns: '104px minmax(0, 1fr)',
          columnGap: 1.5,
          rowGap: '3px',
          m: 0,
        })}
      >
        {lines.map(({ label, value }) => (
          <Fragment key={label}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {label}
            </Box>
            <Box
              component="dd"
              sx={{
                m: 0,
                overflowWrap: 'anywhere',
                fontWeight: value === null ? 400 : 500,
                color: value === null ? 'text.tertiary' : 'text.primary',
              }}
            >
              {value === null ? '–' : <Breakable text={value} />}
            </Box>
          </Fragment>
        ))}
      </Box>
    </Box>
  );
}
