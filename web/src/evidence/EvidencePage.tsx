import { useState, type SubmitEvent } from 'react';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { PageCard } from '../controls/PageCard.js';
import { PageHead } from '../controls/PageHead.js';
import { useEvidenceMessages } from '../i18n/evidence.en.js';
import { EvidenceButton } from './EvidenceButton.js';
import { typedSubject } from './subject.rules.js';
import { useEvidencePack } from './useEvidencePack.js';

/** Makes the evidence pack of a number, an e-mail or a lead. */
export default function EvidencePage() {
  const translate = useEvidenceMessages();
  const { download } = useEvidencePack();
  const [typed, setTyped] = useState('');
  const subject = typedSubject(typed);
  const isWrong = typed.trim() !== '' && subject === undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (subject !== undefined) download(subject);
  };
  return (
    <>
      <PageHead title={translate('crm.evidence.page')} />
      <PageCard sx={{ p: 2.5 }}>
        <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2, maxWidth: 480 }}>
          <Typography variant="body2" color="textSecondary">
            {translate('crm.evidence.text')}
          </Typography>
          <TextField
            label={translate('crm.evidence.about')}
            helperText={translate(isWrong ? 'crm.evidence.aboutWrong' : 'crm.evidence.aboutHelp')}
            error={isWrong}
            value={typed}
            autoComplete="off"
            onChange={({ target }) => {
              setTyped(target.value);
            }}
          />
          <Box>
            <EvidenceButton
              subject={subject}
              reason={subject === undefined ? translate('crm.evidence.aboutWrong') : undefined}
            />
          </Box>
        </Box>
      </PageCard>
    </>
  );
}
