import { useState } from 'react';
import PhonelinkSetupOutlined from '@mui/icons-material/PhonelinkSetupOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { findingSeverities, type CarrierReport } from '@crm/contracts/http/carrier.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { EmptyState } from '../controls/EmptyState.js';
import { PageCard } from '../controls/PageCard.js';
import { PageHead } from '../controls/PageHead.js';
import { useCarrierMessages } from '../i18n/carrier.en.js';
import { Findings } from './Findings.js';
import { MendDialog } from './MendDialog.js';
import { useCarrierReport } from './useCarrier.js';

/** What blocks calls and texts at the carrier, what warns, what is fine, and what can be mended from here. */
export default function CarrierPage() {
  const translate = useCarrierMessages();
  const { data, isError, isFetching, refetch } = useCarrierReport();
  const [isMending, setMending] = useState(false);
  const again = (
    <Button
      variant="outlined"
      loading={isFetching}
      onClick={() => {
        void refetch();
      }}
    >
      {translate('crm.carrierAccount.again')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={translate('crm.carrierAccount.title')}
        count={data && translate('crm.carrierAccount.checkedAt', { at: shownInstant(data.checked_at) })}
        actions={
          <>
            {again}
            {data !== undefined && data.changes.length > 0 && (
              <Button
                variant="contained"
                disabled={isFetching}
                onClick={() => {
                  setMending(true);
                }}
              >
                {translate('crm.carrierAccount.mend')}
              </Button>
            )}
          </>
        }
      />
      {isError ? (
        <PageCard>
          <EmptyState
            icon={<PhonelinkSetupOutlined />}
            title={translate('crm.carrierAccount.failedTitle')}
            text={translate('crm.carrierAccount.failedText')}
            actions={again}
          />
        </PageCard>
      ) : data === undefined ? (
        <Checking />
      ) : (
        <Report report={data} />
      )}
      {isMending && data !== undefined && (
        <MendDialog
          report={data}
          onClose={() => {
            setMending(false);
          }}
        />
      )}
    </>
  );
}

function Report({ report: { findings, settings, simulated } }: { report: CarrierReport }) {
  const translate = useCarrierMessages();
  return (
    <>
      {simulated && (
        <Alert severity="info" sx={{ flex: 'none' }}>
          {translate('crm.carrierAccount.simulated')}
        </Alert>
      )}
      {settings.length > 0 && (
        <Alert severity="warning" sx={{ flex: 'none' }}>
          {translate('crm.carrierAccount.settings')}
          {settings.map((line) => (
            <Box key={line} component="code" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
              {line}
            </Box>
          ))}
        </Alert>
      )}
      {findingSeverities.map((severity) => (
        <Findings key={severity} severity={severity} findings={findings} />
      ))}
    </>
  );
}

/** The carrier is asked a dozen questions: that takes seconds. */
function Checking() {
  const translate = useCarrierMessages();
  return (
    <PageCard role="status" aria-label={translate('crm.carrierAccount.checking')} sx={{ px: 2, py: 1.5 }}>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={52} animation={false} />
      ))}
    </PageCard>
  );
}
