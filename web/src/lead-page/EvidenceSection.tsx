import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { EvidenceButton } from '../evidence/EvidenceButton.js';
import { useEvidenceMessages } from '../i18n/evidence.en.js';
import { LinesSection } from '../controls/LinesSection.js';
import { useRight } from '../session/SessionContext.js';

/** The evidence pack of a lead, for whoever may make one. */
export function EvidenceSection({ leadId }: { leadId: string }) {
  const translate = useEvidenceMessages();
  const mayMake = useRight('page:evidence');
  if (!mayMake) return null;
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
