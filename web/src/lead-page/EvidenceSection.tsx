import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { roles } from '@crm/contracts/codes/roles.js';
import { EvidenceButton } from '../evidence/EvidenceButton.js';
import { useEvidenceMessages } from '../i18n/evidence.en.js';
import { LinesSection } from '../controls/LinesSection.js';
import { useCurrentUser } from '../session/SessionContext.js';

/** The evidence pack of a lead, for admins. */
export function EvidenceSection({ leadId }: { leadId: string }) {
  const translate = useEvidenceMessages();
  const user = useCurrentUser();
  if (user.role_id !== roles.admin) return null;
  return (
    <LinesSection title={translate('crm.evidence.title')} lines={[]}>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {translate('crm.evidence.text')}
      </Typography>
      <Box>
        <EvidenceButton subject={{ lead_id: leadId }} />
      </Box>
    </LinesSection>
  );
}
