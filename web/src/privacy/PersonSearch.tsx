import { useState } from 'react';
import PersonSearchOutlined from '@mui/icons-material/PersonSearchOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { PrivacyRequestKind } from '@crm/contracts/customers/privacy.js';
import { addressesOf } from './address.rules.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { EvidenceButton } from '../evidence/EvidenceButton.js';
import { evidenceSubjectOf } from '../evidence/subject.rules.js';
import { usePrivacyMessages } from '../i18n/privacy.en.js';
import { PageCard } from '../controls/PageCard.js';
import { FoundLeads } from './FoundLeads.js';
import { RequestDialog } from './RequestDialog.js';
import { useFindPerson } from './useFindPerson.js';

/** Finds a person by what they are reached by, and asks for the export or the erasure. */
export function PersonSearch() {
  const translate = usePrivacyMessages();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [asks, setAsks] = useState<PrivacyRequestKind>();
  const { found, find, forget, isPending } = useFindPerson();
  const addresses = addressesOf(text);
  const subject = evidenceSubjectOf(chosen, found?.addresses);
  return (
    <PageCard sx={{ flex: 'none', minHeight: 0, overflow: 'auto' }}>
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (addresses === undefined) return;
          setChosen([]);
          find(addresses);
        }}
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, p: 2 }}
      >
        <TextField
          size="small"
          autoComplete="off"
          label={translate('crm.privacy.addresses')}
          helperText={translate('crm.privacy.addressesHelp')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            // What was found and chosen was another's.
            setChosen([]);
            forget();
          }}
          sx={{ width: 420, maxWidth: '100%' }}
        />
        <ReasonButton
          type="submit"
          variant="contained"
          loading={isPending}
          startIcon={<PersonSearchOutlined />}
          reason={addresses === undefined ? translate('crm.privacy.notAddresses') : undefined}
        >
          {translate('crm.privacy.find')}
        </ReasonButton>
      </Box>
      {found !== undefined && (
        <>
          <FoundLeads leads={found.leads} chosen={chosen} onChoose={setChosen} />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, p: 2 }}>
            <Typography
              variant="body2"
              color="textSecondary"
              aria-live="polite"
              sx={{ flex: 1, minWidth: 280 }}
            >
              {chosen.length === 0
                ? translate('crm.privacy.choose')
                : translate('crm.privacy.chosen', { smart_count: chosen.length })}
            </Typography>
            <EvidenceButton
              subject={subject}
              reason={subject === undefined ? translate('crm.privacy.packOfOne') : undefined}
            />
            <Button
              variant="outlined"
              onClick={() => {
                setAsks('export');
              }}
            >
              {translate('crm.privacy.export')}
            </Button>
            <Button
              variant="outlined"
              color="error"
              onClick={() => {
                setAsks('erasure');
              }}
            >
              {translate('crm.privacy.erase')}
            </Button>
          </Box>
        </>
      )}
      {asks !== undefined && found !== undefined && (
        <RequestDialog
          kind={asks}
          person={{ ...found.addresses, lead_ids: [...chosen] }}
          onClose={() => {
            setAsks(undefined);
          }}
          onMade={() => {
            setAsks(undefined);
            // The leads of an erasure go away; nobody asks for the same twice.
            setText('');
            setChosen([]);
            forget();
          }}
        />
      )}
    </PageCard>
  );
}
